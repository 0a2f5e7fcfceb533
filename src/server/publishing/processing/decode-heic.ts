import { readFile } from 'node:fs/promises';
import libheif from 'libheif-js/wasm-bundle.js';
import { RefusedContentError } from '#server/publishing/processing/processing.ts';

/* Decodes HEIC pictures, up to a limit of pixels (decision 0011). */

/** The pixels of a picture, three bytes each: red, green, blue. */
interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Decodes a HEIC picture and turns it upright. Throws RefusedContentError for a damaged one. */
export async function decodeHeic(path: string): Promise<Pixels> {
  await libheif.ready;
  const context = libheif.heif_context_alloc();
  const { code } = libheif.heif_context_read_from_memory(context, await readFile(path));
  if (code !== libheif.heif_error_code.heif_error_Ok) throw damaged();
  const image = libheif.heif_js_context_get_primary_image_handle(context);
  if ('code' in image) throw damaged();
  const decoded = await libheif.heif_js_decode_image2(
    image,
    libheif.heif_colorspace.heif_colorspace_RGB,
    libheif.heif_chroma.heif_chroma_interleaved_RGB,
  );
  if ('code' in decoded) throw damaged();
  const [{ data, width, height, stride }] = decoded.channels;
  // Rows may be padded. The process ends after this, so no memory is freed.
  const row = width * 3;
  for (let y = 1; y < height && stride > row; y++) {
    data.copyWithin(y * row, y * stride, y * stride + row);
  }
  return { data: data.subarray(0, row * height), width, height };
}

function damaged() {
  return new RefusedContentError('This picture is damaged: we could not read all of it.');
}
