import { randomUUID } from 'node:crypto';
import { addBankAccount, type BankAccount } from '#contract/banking/bank-accounts.ts';
import {
  type BankLine,
  importStatements,
  listBankLines,
  listBankStatements,
} from '#contract/banking/bank-statements.ts';
import type { CsvDraft } from '#contract/banking/csv-mapping.ts';
import type { OwnResponseOf } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { BankAccountId } from '#contract/ids.ts';
import type { TestApp } from '#test/support/app.ts';
import { aTeamMember, signIn } from '#test/support/factories.ts';

/** Calls of a treasurer about the bank. */
export function bankCalls(testApp: TestApp) {
  let signedIn: Promise<string> | undefined;
  const cookie = () => {
    signedIn ??= aTeamMember(testApp, 'treasurer').then((user) => signIn(testApp, user));
    return signedIn;
  };

  async function anAccount(number = ''): Promise<BankAccount> {
    const { body } = await testApp.call(addBankAccount, {
      cookie: await cookie(),
      body: { name: `Account ${randomUUID()}`, number },
    });
    return body;
  }

  async function send(
    id: BankAccountId,
    content: string | Uint8Array,
    {
      fileName = 'january.xml',
      closingCents,
      account,
      csvMapping,
    }: {
      fileName?: string;
      closingCents?: number;
      account?: string;
      csvMapping?: CsvDraft;
    } = {},
  ) {
    const response = await testApp.request({
      method: 'POST',
      url: importStatements.path.replace(':id', id),
      query: {
        fileName,
        ...(closingCents !== undefined && { closingCents: String(closingCents) }),
        ...(account !== undefined && { account }),
        ...(csvMapping && { csvMapping: JSON.stringify(csvMapping) }),
      },
      headers: { 'content-type': 'application/octet-stream', cookie: await cookie() },
      payload: Buffer.from(content),
    });
    const body = response.json();
    return {
      status: response.statusCode,
      body: body as OwnResponseOf<typeof importStatements>,
      error: body as ErrorBody,
    };
  }

  async function linesOf(id: BankAccountId): Promise<BankLine[]> {
    const { body } = await testApp.call(listBankLines, {
      cookie: await cookie(),
      params: { id },
      query: {},
    });
    return body;
  }

  async function statementsOf(id: BankAccountId) {
    const { body } = await testApp.call(listBankStatements, {
      cookie: await cookie(),
      params: { id },
    });
    return body;
  }

  return { cookie, anAccount, send, linesOf, statementsOf };
}
