import { globSync, readFileSync } from 'node:fs';

/** What must not appear in some files. */
interface SourceRule {
  /** What would become possible. */
  keepsOut:
    | 'code'
    | 'sql'
    | 'markup'
    | 'addresses'
    | 'environment'
    | 'comparisons'
    | 'sheets'
    | 'decimals'
    | 'dollars'
    | 'sleeps'
    | 'replies'
    | 'spreads'
    | 'words';
  in: string;
  text: RegExp;
  except?: string[];
  because: string;
}

// What the linter has no rule for: ways in which user input could become code, SQL, or an address, amounts that are right
// in one currency alone, and ways around the types.
const sourceRules: SourceRule[] = [
  {
    keepsOut: 'code',
    in: 'src/**/*.{ts,tsx}',
    text: /\bnew Function\(|\beval\(|from 'node:vm'|\bdeserialize\(/,
    because: 'Input is never run: parse it with a schema.',
  },
  {
    keepsOut: 'sql',
    in: 'src/**/*.ts',
    text: /\bsql\.(raw|lit)\(|\.(query|run|exec)\(\s*`[^`]*\$\{/,
    except: [
      // Our own file, and the names of our own files.
      'src/server/ledger/check-ledger.ts',
      'src/server/platform/db/migrate.ts',
      // A statement that is a constant of ours.
      'src/server/exports/read-rows.ts',
      // The numbers and table names that a backup consists of; none of them is user input.
      'src/server/operations/backup/dump-database.ts',
      'src/server/operations/backup/load-database.ts',
      // The names of schemas, tables, and the role, escaped: a GRANT takes no parameters.
      'src/server/platform/db/server-role.ts',
      // A constant in a condition that several queries share.
      'src/server/people/sign-in/sessions.ts',
    ],
    because:
      'SQL is written with Kysely or as sql`…`, which keeps values separate from the statement.',
  },
  {
    keepsOut: 'markup',
    in: 'src/web/**/*.{ts,tsx}',
    text: /\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|\bsrcDoc\b/,
    // An email and a page as their readers get them, in a frame that runs nothing, and data that nothing runs.
    except: [
      'src/web/admin/shared/mail-frame.tsx',
      'src/web/admin/publishing/public-pages/page-frame.tsx',
      'src/web/site/vetting/consent-page/page-frame.tsx',
      'src/web/ui/json-block.tsx',
    ],
    because: 'React writes the page: markup in a text stays text.',
  },
  {
    keepsOut: 'addresses',
    in: 'src/server/**/*.ts',
    text: /\bfetch\(|\b(http|https)\.(get|request)\(|from '(undici|axios|got)'/,
    // Passed to the official library, so that a response that trickles in has a deadline, too; and the address that the
    // charity set.
    except: [
      'src/server/provider/payment-provider/stripe.ts',
      'src/server/operations/watch/alert-webhook.ts',
    ],
    because:
      'The server calls only the payment provider and the mail server, with their libraries, and the webhook for alerts, and never an address from user input.',
  },
  {
    keepsOut: 'environment',
    in: 'src/**/*.{ts,tsx}',
    text: /\bprocess\.env\b/,
    except: ['src/server/platform/config.ts'],
    because: 'Only src/server/platform/config.ts reads the environment.',
  },
  {
    keepsOut: 'replies',
    in: 'src/server/**/*.ts',
    text: /\b(reply to|answer) this email/i,
    except: [
      'src/server/platform/mail/compose.ts',
      // To the team, and the answer goes to whoever wrote.
      'src/server/publishing/contact/emails.ts',
    ],
    because:
      'Nobody may read what is answered to a mail: writeBack() says how to reach the charity.',
  },
  {
    keepsOut: 'comparisons',
    in: 'src/server/**/*.ts',
    text: /\b\w*([tT]oken|[sS]ignature|[hH]ash|[mM]ac) [!=]==(?! (null|undefined|'))/,
    // A request, compared with an earlier one of the same caller.
    except: ['src/server/platform/db/idempotency.ts'],
    because: 'Secrets are looked up by their hash or compared with timingSafeEqual.',
  },
  {
    keepsOut: 'sheets',
    in: 'src/**/*.{ts,tsx}',
    text: /text\/csv|spreadsheetml|\.csv\b|\.xlsx\b/,
    except: ['src/server/exports/write-csv.ts', 'src/server/exports/write-excel.ts'],
    because:
      'The cells of an export must not start a formula: write them in one place, and test it.',
  },
  {
    keepsOut: 'decimals',
    in: '{src,scripts/demo}/**/*.{ts,tsx}',
    text: /[*/] ?100\b(?!_)|\b10 ?\*\* ?2\b|\.toFixed\(2\)|style: 'currency'/,
    except: [
      'src/core/platform/money.ts',
      'src/core/platform/typed-amounts.ts',
      // The story of the demo is told in dollars.
      'scripts/demo/amounts.ts',
      // Shares of a whole in percent.
      'src/web/ui/progress-ring.tsx',
      'src/web/admin/shared/many-modal.tsx',
      'src/web/admin/publishing/files/redaction-sheet.tsx',
      'src/web/admin/publishing/files/upload-item.tsx',
      'src/web/admin/vetting/checklists/point-form.tsx',
    ],
    because:
      'A yen has no hundredths, and a dinar has a thousand fils: amounts are shown and read by src/core/platform/money.ts.',
  },
  {
    keepsOut: 'dollars',
    in: 'src/**/*.{ts,tsx}',
    // In code and in texts; a comment may name them in an example.
    text: /^(?!\s*(?:\*|\/\/|\/\*)).*?(?:(['"`])(?:usd|\$)\1|\bUS\$|\bdollars?\b)/im,
    except: [
      'src/core/platform/meant-amounts.ts',
      'src/core/platform/money.ts',
      'src/core/platform/typed-amounts.ts',
      'src/core/platform/money.test.ts',
      'src/core/platform/written-amounts.test.ts',
    ],
    because:
      'The books may be in another currency: ask src/core/platform/money.ts for its code, sign, and name.',
  },
  {
    keepsOut: 'sleeps',
    in: 'test/**/*.ts',
    // A browser test sets its own limit with that name, some input of attackers sleeps for 100 seconds, and a statement that
    // never ends is no sleep.
    text: /(?<!\btest\.)\bsetTimeout\b|\bwaitForTimeout\b|\bpg_sleep\((?!100\)|'infinity')/,
    // A database server that is full tells nobody when it has room, and scripts without a test library ask it, too.
    except: ['test/support/postgres.ts'],
    because:
      'No clock decides a test: wait for an event, for a lock (test/support/locks.ts), or with expect.poll.',
  },
  {
    keepsOut: 'spreads',
    in: '{src,scripts,bench,test}/**/*.{ts,tsx}',
    text: /\.\.\.\{/,
    because:
      'What is spread into a literal is not checked for properties too many: write them one by one.',
  },
  {
    keepsOut: 'words',
    in: 'src/**/*.{ts,tsx,css,sql}',
    // Gift Aid is a name, and old emails lead to the two addresses.
    text: /gift(?![ _-]?aid)(?<!\/(?:my-)?gift(?=s?\b))/i,
    except: [
      // Words of tax offices.
      'src/core/giving/in-kind.ts',
      ...globSync('src/core/receipts/receipt-{documents,profiles,words}*.ts'),
      // Words in the files and the references of others.
      'src/core/banking/bank-proposals.test.ts',
      'src/core/giving/expected-donations.ts',
      'src/core/giving/transfer-reference.ts',
      ...globSync('src/core/imports/imports*.ts'),
      'src/core/payments/payment-words.ts',
      // The name of a figure of months, which are locked and keep it.
      ...globSync('src/core/banking/agreement*.ts'),
      'src/contract/banking/bank-months.ts',
      'src/server/banking/months/read-story.ts',
      ...globSync('src/server/exports/journal-*.ts'),
      'src/web/admin/banking/months/bank-months-page.tsx',
    ],
    because: 'docs/glossary.md has one word for one thing: this is a donation.',
  },
];

/** Checks the sources against these rules. Returns how many files each rule covers, and what it found there. */
export function readSources(): { rule: SourceRule; files: number; found: string[] }[] {
  return sourceRules.map((rule) => {
    const files = globSync(rule.in).filter((path) => !rule.except?.includes(path));
    const found = files.flatMap((path) => {
      const text = rule.text.exec(readFileSync(path, 'utf8'))?.[0];
      return text ? [`${path}: "${text}" must not be used here. ${rule.because}`] : [];
    });
    return { rule, files: files.length, found };
  });
}
