import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FileId, NominationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const pageKey = (nominationId: NominationId) => ['public-page', nominationId];

/** What the public can see of a nomination, or would see once published. */
export function usePublicPage(nominationId: NominationId) {
  return useQuery({
    queryKey: pageKey(nominationId),
    queryFn: ({ signal }) =>
      call(endpoints.getPublicPage, { params: { id: nominationId }, signal }),
  });
}

/** The texts of a public page, as its form holds them. */
export interface PageTexts {
  publicName: string;
  summary: string;
  story: string;
  coverFileId: FileId | null;
}

export function useSavePublicPage(nominationId: NominationId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PageTexts) =>
      call(endpoints.savePublicPage, { params: { id: nominationId }, body }),
    onSuccess: (page) => {
      notifySuccess('Public page saved');
      queryClient.setQueryData(pageKey(nominationId), page);
    },
  });
}

/** The public page as everyone would see it with these texts, saved or not. */
export function usePagePreview(nominationId: NominationId, texts: PageTexts) {
  return useQuery({
    queryKey: ['page-preview', nominationId, texts],
    queryFn: ({ signal }) =>
      call(endpoints.previewPublicPage, {
        params: { id: nominationId },
        body: { ...texts, publicName: texts.publicName || 'No name yet' },
        signal,
      }),
    gcTime: 0,
  });
}

/** Publishes or unpublishes the page. */
export function useShowPublicPage(nominationId: NominationId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isPublished: boolean) => {
      const params = { id: nominationId };
      return isPublished
        ? call(endpoints.publishNomination, { params })
        : call(endpoints.unpublishNomination, { params });
    },
    onSuccess: (page) => {
      notifySuccess(page.isPublished ? 'Public page published' : 'Public page unpublished');
      queryClient.setQueryData(pageKey(nominationId), page);
    },
  });
}
