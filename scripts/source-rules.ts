import { globSync, readFileSync } from 'node:fs';

/** What must not stand in some files. */
interface SourceRule {
  /** What would get in. */
  keepsOut: 'code' | 'sql' | 'markup' | 'addresses' | 'environment' | 'comparisons' | 'sheets';
  in: string;
  text: RegExp;
  except?: string[];
  because: string;
}

// What the linter has no rule for: ways in which text that somebody sent could become code, SQL or an address.
const sourceRules: SourceRule[] = [
  {
    keepsOut: 'code',
    in: 'src/**/*.{ts,tsx}',
    text: /\bnew Function\(|\beval\(|from 'node:vm'|\bdeserialize\(/,
    because: 'Nothing that arrives is ever run: parse it with a schema.',
  },
  {
    keepsOut: 'sql',
    in: 'src/**/*.ts',
    text: /\bsql\.(raw|lit)\(|\.(query|run|exec)\(\s*`[^`]*\$\{/,
    except: [
      // A file of our own, and the names of files of our own.
      'src/server/ledger/check-ledger.ts',
      'src/server/platform/db/migrate.ts',
      // The numbers and table names that a backup is made of, none of them sent by anybody.
      'src/server/operations/backup/dump-database.ts',
      'src/server/operations/backup/load-database.ts',
      // A constant in a condition that several queries share.
      'src/server/people/sign-in/sessions.ts',
    ],
    because: 'SQL is written by Kysely or as sql`…`, which keeps values apart from the statement.',
  },
  {
    keepsOut: 'markup',
    in: 'src/web/**/*.{ts,tsx}',
    text: /\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|\bsrcDoc\b/,
    // A mail as its readers get it, in a frame that runs nothing.
    except: ['src/web/admin/publishing/updates/mail-frame.tsx'],
    because: 'React writes the page: markup in a text stays text.',
  },
  {
    keepsOut: 'addresses',
    in: 'src/server/**/*.ts',
    text: /\bfetch\(|\b(http|https)\.(get|request)\(|from '(undici|axios|got)'/,
    // Under the official library, so that an answer that trickles in has a deadline too.
    except: ['src/server/giving/payment-provider/stripe.ts'],
    because:
      'The server calls the payment provider and the mail server, by their libraries, and no address that somebody sent.',
  },
  {
    keepsOut: 'environment',
    in: 'src/**/*.{ts,tsx}',
    text: /\bprocess\.env\b/,
    except: ['src/server/platform/config.ts'],
    because: 'Only src/server/platform/config.ts reads the environment.',
  },
  {
    keepsOut: 'comparisons',
    in: 'src/server/**/*.ts',
    text: /\b\w*([tT]oken|[sS]ignature|[hH]ash|[mM]ac) [!=]==(?! (null|undefined|'))/,
    // What somebody sent, compared with what the same person sent before.
    except: ['src/server/platform/db/idempotency.ts'],
    because: 'Secrets are looked up by their hash or compared with timingSafeEqual.',
  },
  {
    keepsOut: 'sheets',
    in: 'src/**/*.{ts,tsx}',
    text: /text\/csv|spreadsheetml|\.csv\b|\.xlsx\b/,
    because:
      'An export needs cells that cannot start a formula; write them in one place and test it.',
  },
];
/** Reads the sources by these rules: how many files each looked at, and what it found there. */
export function readSources(): { rule: SourceRule; files: number; found: string[] }[] {
  return sourceRules.map((rule) => {
    const files = globSync(rule.in).filter((path) => !rule.except?.includes(path));
    const found = files.flatMap((path) => {
      const text = rule.text.exec(readFileSync(path, 'utf8'))?.[0];
      return text ? [`${path}: "${text}" is not for here. ${rule.because}`] : [];
    });
    return { rule, files: files.length, found };
  });
}
