import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConsentCorrectionId, FileId, NominationId } from '#contract/ids.ts';
import type { NomineeConsent } from '#contract/vetting/consents.ts';
import type { ConsentChannel, ConsentRelation } from '#core/consent.ts';
import { cutFileName } from '#core/file-names.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';
import { sendInParts } from '#web/client/send-in-parts.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const consentKey = (id: NominationId) => ['consent', id];

/** The consent of a nominee with its history. */
export function useConsent(id: NominationId) {
  return useQuery({
    queryKey: consentKey(id),
    queryFn: ({ signal }) => call(endpoints.getConsent, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.consents.some(({ paper }) => paper?.state === 'processing') ? 1_000 : false,
  });
}

/** Stores what a call about a consent returned. What is public has changed with it. */
function useStoreConsent(id: NominationId) {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all(
      [['nominations'], ['public-page'], ['desk']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  return {
    onSuccess: (consent: NomineeConsent) => {
      queryClient.setQueryData(consentKey(id), consent);
      return refresh();
    },
    // Somebody else was faster: show the current state.
    onError: () => queryClient.invalidateQueries({ queryKey: consentKey(id) }),
  };
}

export function useAskForConsent(id: NominationId) {
  const { onSuccess, onError } = useStoreConsent(id);
  return useMutation({
    mutationFn: (body: { channel: ConsentChannel; askedAs: ConsentRelation; email: string }) =>
      call(endpoints.askForConsent, { params: { id }, body }),
    onSuccess: ({ consent }) => onSuccess(consent),
    onError,
  });
}

/** What was said on paper, with the file of the paper. */
interface PaperConsent {
  paper: File;
  answer: 'given' | 'declined';
  showsName: boolean;
  showsStory: boolean;
  showsPhotos: boolean;
  endsOn: string;
  givenBy: string;
  relation: ConsentRelation;
  relationText: string;
  seen: number;
}

export function useRecordConsent(id: NominationId) {
  const { onSuccess, onError } = useStoreConsent(id);
  return useMutation({
    mutationFn: async ({ paper, ...words }: PaperConsent) => {
      const paperId = await uploadPaper(id, paper);
      return call(endpoints.recordConsent, { params: { id }, body: { ...words, paperId } });
    },
    onSuccess: (consent) => {
      notifySuccess('Recorded.');
      return onSuccess(consent);
    },
    onError,
  });
}

async function uploadPaper(id: NominationId, paper: File): Promise<FileId> {
  const body = { bytes: paper.size, originalName: cutFileName(paper.name) };
  const made = await call(endpoints.createTeamPaper, { params: { id }, body });
  const params = { id: made.id };
  await sendInParts(
    paper,
    {
      look: () => call(endpoints.getTeamPaper, { params }),
      send: (content, offset) =>
        call(endpoints.uploadTeamPaperContent, { params, content, offset }),
    },
    () => undefined,
  );
  return made.id;
}

export function useWithdrawForNominee(id: NominationId) {
  return useMutation({
    mutationFn: () => call(endpoints.withdrawForNominee, { params: { id } }),
    ...useStoreConsent(id),
  });
}

export function useSettleCorrection(id: NominationId) {
  return useMutation({
    mutationFn: (correction: ConsentCorrectionId) =>
      call(endpoints.settleCorrection, { params: { id: correction } }),
    ...useStoreConsent(id),
  });
}
