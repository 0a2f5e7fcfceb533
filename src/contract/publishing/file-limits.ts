/* How large files may be, and how many there may be. */

const megabyte = 1024 * 1024;

/** Largest files, in bytes. */
export const maxFileBytes = { image: 15 * megabyte, pdf: 10 * megabyte, video: 200 * megabyte };

/** Largest file of each kind, in bytes. A receipt that turns out to be a PDF has a lower limit. */
export const maxKindBytes = {
  receipt: maxFileBytes.image,
  paper: maxFileBytes.image,
  photo: maxFileBytes.image,
  video: maxFileBytes.video,
};

/** Most files of one nomination, not counting failed ones. */
export const maxFilesPerNomination = 50;

/** Most pages of a PDF. */
export const maxPages = 20;
