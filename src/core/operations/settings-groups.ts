import { maxMailedAlone } from '#core/donors/donor-mails.ts';
import { usualBoundDays } from '#core/giving/bound-donations.ts';
import { maxBasisPoints, usualRate } from '#core/ledger/card-costs.ts';
import { type SettingField, type SettingsOf, setting } from '#core/operations/setting-kinds.ts';
import { holdDays } from '#core/people/approvals.ts';
import { countInWords } from '#core/platform/counts.ts';
import {
  defaultRetention,
  type RetentionRule,
  retentionRules,
  retentionWords,
} from '#core/privacy/retention.ts';
import {
  issuerLabels,
  printsOf,
  profileOf,
  type ReceiptIssuer,
  type ReceiptTexts,
} from '#core/receipts/receipt-profiles.ts';
import { reviewsNeeded } from '#core/vetting/reviews.ts';

/*
 * The settings of the charity, page by page. The contract, the pages with their forms, the index, the words of the
 * audit trail, and what is found of settings follow from this declaration.
 */

const issuer = Object.fromEntries(
  (Object.keys(issuerLabels) as (keyof ReceiptIssuer)[]).map((name) => [name, issuerField(name)]),
) as Record<keyof ReceiptIssuer, SettingField<'line' | 'lines'>>;

const periods = Object.fromEntries(
  retentionRules.map((rule) => {
    const { title, text } = retentionWords[rule];
    const hint = `${text} In months. Empty: kept.`;
    const label = `${title}: removed after`;
    return [rule, setting('months', label, defaultRetention[rule], { hint, least: 1, most: 600 })];
  }),
) as Record<RetentionRule, SettingField<'months'>>;

/** Every page of the settings by its name in its address, in the order of the index, with what is set there. */
export const settingsGroups = {
  site: {
    title: 'Name and Time Zone',
    decides: 'What your site is called, where it is, and the time zone of its dates.',
    fields: {
      timeZone: setting('zone', 'Time zone', 'UTC', {
        hint: 'Dates on pages and in emails are shown in it.',
      }),
    },
  },
  donations: {
    title: 'Donations and Amounts',
    decides: 'Which amounts donors are offered, and how long money waits for the need they chose.',
    fields: {
      presetCents: setting('amounts', 'Amounts on the donation form', [], {
        hint: 'Separated by commas. Without any, donors type an amount.',
      }),
      boundDays: setting('days', 'Days for which a donation waits for its need', usualBoundDays, {
        hint: 'After that, what is not allocated can help other needs of the same cause. Donations that were given before keep the days that their donors read.',
        least: 30,
        most: 3_650,
      }),
    },
  },
  cards: {
    title: 'Card Payments',
    decides: 'What card payments are estimated to cost, and whether donors are asked to add it.',
    fields: {
      cardCosts: {
        basisPoints: setting(
          'percent',
          'Card costs: percent of each payment',
          rate('basisPoints'),
          {
            hint: 'The donation form estimates with both parts what a payment will cost.',
            most: maxBasisPoints,
            recordedAs: 'cardRate',
          },
        ),
        fixedCents: setting('cents', 'Card costs: fixed part', rate('fixedCents'), {
          recordedAs: 'cardFixedCents',
        }),
        // Donors see what a payment costs, and nobody is asked to pay it until the charity wants that.
        isCoverOffered: setting('flag', 'Donors are asked to add card costs', false, {
          hint: 'The donation form then has a box, which is never checked beforehand. What donors add pays card costs and nothing else, and is no part of their donation.',
        }),
      },
    },
  },
  'bank-transfers': {
    title: 'Bank Transfers',
    decides: 'Whether donors can donate by bank transfer, and where to.',
    fields: {
      bankTransfers: {
        isOffered: setting('flag', 'Donors can donate by bank transfer', false, {
          hint: 'The donation form then leads to a page on which they get a reference for it.',
          recordedAs: 'isTransferOffered',
        }),
        details: setting('lines', 'Where donors transfer money to', '', {
          hint: 'Account holder, number of the account, and bank. Changing it takes a second owner while approvals are on.',
          most: 1_000,
          shownIf: ({ bankTransfers }) => bankTransfers.isOffered,
          requiredIf: ({ bankTransfers }) => bankTransfers.isOffered,
          recordedAs: 'transferDetails',
        }),
      },
    },
  },
  receipts: {
    title: 'Receipts and Tax',
    decides: 'Which country’s tax receipts donors get, and what is printed on them.',
    fields: {
      receipts: {
        profile: setting('profile', 'Receipts', 'none', {
          hint({ receipts }) {
            const profile = profileOf(receipts);
            if (profile === null) {
              return 'Emails about donations say that they are confirmations, and no receipts for taxes.';
            }
            return `${profile.description}${profile.needsDonorAddress ? ' The donation form asks for the postal address of the donor.' : ''} Each donation of real money gets a number from now on. Let your adviser check the sentences.`;
          },
          recordedAs: 'receiptProfile',
        }),
        asksForGiftAid: setting('flag', 'Donors are asked for Gift Aid declarations', false, {
          hint: 'On the donation form and on the page of each donor. What can be claimed is under Tax Receipts, “Gift Aid.”',
          shownIf: ({ receipts }) => receipts.profile === 'uk-gift-aid',
        }),
        ...issuer,
        texts: {
          withoutGoods: receiptText('withoutGoods', 'Sentence if the donor got nothing in return'),
          withGoods: receiptText('withGoods', 'Sentence if the donor got something in return'),
          closing: receiptText('closing', 'Last sentence'),
        },
      },
    },
  },
  approvals: {
    title: 'Approvals and Limits',
    decides: 'What takes a second person before it is done.',
    fields: {
      // With the usual sums of small charities, for the day on which there is a second owner.
      fourEyes: {
        isOn: setting('flag', 'Some things take a second person', false, {
          hint: `Expenses and refunds above these limits, expenses of whoever checked or accepted the nomination, another cause for a donation, another name for a cause that people gave to, deposits, imports, emails to more than ${maxMailedAlone} donors in a day, money put in for card costs, bank accounts, bank statements of days on which books and bank agreed, unlocked months, new owners and treasurers, and weaker rules. What one person does within a day is added up; bank fees, lines that are not part of these books, and slow transfers count as expenses. While nobody else could approve something, one person goes on alone, but not within ${countInWords(holdDays, 'day')} after taking that right from somebody.`,
          recordedAs: 'isFourEyesOn',
        }),
        spendingAboveCents: setting('cents', 'Expenses above', 50_000),
        refundAboveCents: setting('cents', 'Refunds above', 10_000),
      },
    },
  },
  vetting: {
    title: 'Vetting',
    decides: 'What a nomination takes before it is accepted and before it gets money.',
    fields: {
      // One person alone can accept a nomination at once, as the specification has it.
      vetting: {
        isChecklistRequired: setting('flag', 'Required points of the checklist come first', false, {
          hint: 'Before a nomination is accepted or gets money. With it, our pages say that we vet every nominee before a cent moves. Without it, they say that somebody on our team accepts each one first, and a checklist is there for whoever wants to use one.',
        }),
        reviewsAboveCents: setting(
          'limit',
          `Goals that take recommendations of ${reviewsNeeded} people: above`,
          null,
          {
            hint: 'Empty: none. A nomination without a goal can receive any sum, so with a limit it takes them, too. Whoever has declared a conflict of interest never decides, with or without this.',
          },
        ),
      },
    },
  },
  nominees: {
    title: 'Nominators and Nominees',
    decides: 'Whether nominees agree first, and where we send those whom we cannot help.',
    fields: {
      nominees: {
        isConsentRequired: setting('flag', 'Nominees agree first', false, {
          hint: 'Before a nominee agrees, nothing of theirs is public, and no money is allocated to them. This also hides pages that are public now, until their nominees agree.',
        }),
        otherHelp: setting('words', 'Other places that help', '', {
          hint: 'The email that declines a nomination names them, and so does its tracking page. Where this is empty, they name places that there are in most towns.',
          most: 2_000,
        }),
      },
    },
  },
  texts: {
    title: 'Public Texts',
    decides: 'What you say in your own words about how you work.',
    fields: {
      howWeWork: setting('words', 'Text on “How We Work”', '', {
        hint: 'Your own words, which come first on that page. An empty line begins a new paragraph.',
        most: 5_000,
      }),
    },
  },
  'sign-in': {
    title: 'Signing In',
    decides: 'How your team proves who they are.',
    fields: {
      isSecondFactorRequired: setting('flag', 'Everybody signs in with a second factor', false, {
        hint: 'Whoever has none sets one up before anything else, as of now. A provider counts if it says that it asked for one.',
      }),
    },
  },
  retention: {
    title: 'How Long Data Stay',
    decides: 'When old personal data is removed, if ever.',
    fields: {
      retention: {
        isOn: setting('flag', 'Old personal data is removed once a day', false, {
          hint: 'Nothing is removed before you check this box. Amounts and the ledger never are.',
          recordedAs: 'isRetentionOn',
        }),
        ...periods,
      },
    },
  },
  email: {
    title: 'Email and Alerts',
    decides: 'Who sends our emails, who reads the answers, and where alerts go.',
    fields: {},
  },
  server: {
    title: 'Server, Files, and Backups',
    decides: 'Where everything is stored, and whether all that the site depends on works.',
    fields: {},
  },
} as const;

/** The name of a page of the settings. */
export type SettingsGroup = keyof typeof settingsGroups;
/** All of them, in the order of the index. */
export const settingsGroupNames = Object.keys(settingsGroups) as SettingsGroup[];

type Groups = (typeof settingsGroups)[SettingsGroup];
type All<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  part: infer Each,
) => void
  ? Each
  : never;
type Shape = All<Groups['fields']>;

/** What the charity decides, as opposed to whoever runs the server; all amounts are in cents. */
export type Settings = { [Name in keyof Shape]: SettingsOf<Shape[Name]> };

function rate(part: 'basisPoints' | 'fixedCents'): () => number {
  return () => usualRate()[part];
}

function issuerField(name: keyof ReceiptIssuer): SettingField<'line' | 'lines'> {
  return setting(name === 'address' ? 'lines' : 'line', issuerLabels[name], '', {
    hint: ({ receipts }) => {
      const profile = profileOf(receipts);
      return name === 'registrationNumber' && profile
        ? `Printed as “${profile.registrationLabel}.”`
        : '';
    },
    most: { address: 500, legalName: 200, legalStatus: 200, purpose: 300 }[name as string] ?? 100,
    shownIf: ({ receipts }) => printsOf(receipts).includes(name),
    requiredIf: ({ receipts }) => profileOf(receipts)?.requires.includes(name) ?? false,
  });
}

function receiptText(name: keyof ReceiptTexts, label: string): SettingField<'words'> {
  return setting('words', label, '', {
    hint({ receipts }) {
      const usual = profileOf(receipts)?.texts[name];
      return usual ? `If it is empty: ${usual}` : 'There is none unless you write one.';
    },
    most: 1_000,
    shownIf: ({ receipts }) => receipts.profile !== 'none',
  });
}
