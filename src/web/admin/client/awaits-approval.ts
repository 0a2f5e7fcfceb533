import type { ApprovalRequested } from '#contract/endpoint.ts';

/** Whether nothing has been done yet, because a second person has to approve the call. The query client says so. */
export function awaitsApproval(response: unknown): response is ApprovalRequested {
  return typeof response === 'object' && response !== null && 'awaitingApproval' in response;
}
