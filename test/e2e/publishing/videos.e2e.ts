import { expect } from '@playwright/test';
import { publishFile, updateFile } from '#contract/publishing/files.ts';
import { publishNomination, savePublicPage } from '#contract/publishing/public-pages.ts';
import { test } from '#test/support/browser.ts';
import { marksFor } from '#test/support/marks.ts';
import { picture } from '#test/support/sample-files.ts';
import { mp4, soundWith, webm } from '#test/support/sample-videos.ts';

test('videos play although much was taken out of them', async ({ page, site }) => {
  const cause = await site.addCause();
  const id = await site.addNomination(cause.id, 'Maria');
  await site.accept(id);
  const { say } = marksFor('played');
  for (const content of [mp4({ say, sound: soundWith(say) }), webm({ say })]) {
    const videoId = await site.upload(id, 'video', content);
    await site.upload(id, 'photo', await picture(), { stillOf: videoId });
    const params = { id: videoId };
    const words = { caption: '', alternativeText: 'Gray' };
    const consent = { consentBy: 'Maria', consentScope: 'This website', consentUntil: '' };
    await site.call(updateFile, { params, body: { ...words, ...consent } });
    await site.call(publishFile, { params });
  }
  const texts = { publicName: 'Gray', summary: 'Gray.', story: 'Gray.', coverFileId: null };
  await site.call(savePublicPage, { params: { id }, body: texts });
  await site.call(publishNomination, { params: { id } });

  await page.goto(`/impact/${id}`);
  const videos = page.locator('video');
  await expect(videos).toHaveCount(2);
  for (const [index, seconds] of [5, 4].entries()) {
    const played = await videos.nth(index).evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      await video.play();
      await new Promise((done) => video.addEventListener('timeupdate', done, { once: true }));
      // To the last picture, by way of a range.
      const isThere = new Promise((done) => video.addEventListener('seeked', done, { once: true }));
      video.currentTime = video.duration - 0.5;
      await isThere;
      return {
        duration: Math.round(video.duration),
        hasPicture: video.videoWidth > 0 && video.readyState >= 2,
        error: video.error?.message ?? null,
      };
    });
    expect(played).toEqual({ duration: seconds, hasPicture: true, error: null });
  }
});
