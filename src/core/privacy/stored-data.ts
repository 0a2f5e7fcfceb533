/**
 * What the privacy policy says about what is stored and shown, by the part somebody has in it. A test looks here for a
 * word about each column with personal data, each text that everybody can read, and each mail to somebody who never
 * wrote to us: whoever adds one of these says it here.
 */
export const storedData = {
  donate: {
    title: 'If you donate',
    text: [
      'Your name, email address, phone number, and zip code, and your postal address where receipts for taxes need it; the amount, the cause, and the date; what you write to us with the donation as its description; whether you offer to volunteer; and the payment provider’s number for the payment. We need this to pass the donation on to the cause you chose, to send you receipts, to ask for your help if you offered it, and to account for the money. We also record which emails we sent you about it: to which address, and their subject, but not their text.',
      'If you ask us to correct your name or email address, or if we find that two records are about you, we keep your former name and address for a while, so that a mistake or an abuse can be taken back. Our team can note what it has to remember about your donations: such notes stay with our team. If you got something in return for a donation, what it was is kept with it. If a payment is refunded or disputed, so is the reason.',
      'The public pages show the sum of all donations, and never your name, unless you want to say something in public; see below.',
    ],
  },
  unpaid: {
    title: 'If you start a donation and do not pay',
    text: [
      'We still receive what you typed, with your wishes such as a dedication or a comment, and a fingerprint of the network that you used. It does not count as a donation, and we write to you only if your bank refuses a payment that you believe you made. We automatically erase your details 30 days after such a donation ended.',
    ],
  },
  links: {
    title: 'Your private pages',
    text: [
      'Our emails about your donation contain a private link to a page that shows where every cent of it is. Anyone who has the link can see your first name, the donation, and your choices there, so treat it like a key. We store it only as a fingerprint that cannot be turned back into the link. On that page, you can request a new link, and all earlier ones stop working. The page that thanks you for the donation has a link of its own: it opens the same page without your name and your choices, and changes nothing.',
      'At the request of anybody who enters your email address, we email a link to a page with all donations from it. Only someone who reads your email gets that link, and it works for 24 hours.',
    ],
  },
  plan: {
    title: 'If you give regularly',
    text: [
      'How often and how much; your details as you typed them; the payment provider’s numbers for you and for your subscription; the brand of your card, its last four digits, and when it expires, so that we can tell you in time; why a payment failed; and when and why you changed, paused, or stopped it. Your card number never reaches us.',
    ],
  },
  transfer: {
    title: 'If you give by bank transfer, check, or cash',
    text: [
      'If you announce a transfer: your name and email address, with a reference by which we find it. Of a check or of cash, our team enters your name and email address, the number of the check, and what it has to note. Of the statements of our bank, we store each line as the bank wrote it: the name and the account number of whoever paid, and the text of the transfer. The law requires us to keep them.',
    ],
  },
  employer: {
    title: 'If your employer or a fund gives with you',
    text: [
      'The name of your employer, or of the fund, so that we can expect its donation; with a fund, the name and email address of its adviser; and what our team has to note about it. Only our team sees it.',
    ],
  },
  things: {
    title: 'If you give things',
    text: [
      'What it was and who gave it. The public can read what our team wrote about it for everybody, and never who gave it. If it was entered by mistake, we keep the reason.',
    ],
  },
  receipts: {
    title: 'If you get receipts for taxes, or declare Gift Aid',
    text: [
      'A copy of each receipt, with your name and postal address as they were, and why one was replaced or ended. Of a Gift Aid declaration: your title, name, house, postal address, and postcode, and the wording that you agreed to. The tax office may ask for them, so they stay for as long as tax law requires.',
    ],
  },
  comment: {
    title: 'If you say something in public',
    text: [
      'Your words. Once our team has read and agreed to them, everybody can read them on this site, with your first name and the cause or the need that you gave to. Nothing else about you is shown. A comment with an anonymous donation is not shown. You can change it or take it back on the page of your donation, and then it vanishes.',
    ],
  },
  dedication: {
    title: 'If you dedicate a donation, or are told of one',
    text: [
      'Whoever dedicates a donation tells us whom it honors or remembers. No public page shows that. They can also give us the name and email address of somebody whom we should tell, with a message. For 30 days, we remember a fingerprint of the network from which that was asked.',
      'If you are that somebody, you get one email from us: that a donation was made, in whose honor or memory, and the message, but never how much. Who gave is in it only if they want you to know. That email has a link with which you get no more of them, whoever asks us to send one; for that, we then keep a fingerprint of your address that cannot be turned back into it. We delete your name, your email address, and the message 30 days after the email at the latest. Whom the donation honors stays with the donation. You have the same rights as everyone else on this page: to end it sooner, answer the email or write to us through our contact page.',
    ],
  },
  moved: {
    title: 'If you gave before we used this website',
    text: [
      'Our team can bring your donations over from the system that it used before: your name, email address, phone number, zip code, and what was noted with each donation there, and its number in that system. The file itself is deleted as soon as it is imported, and after 30 days otherwise.',
    ],
  },
  time: {
    title: 'If you offer your time',
    text: [
      'Your name, email address, and phone number; what you did for whom, on which day, and for how long; what our team has to note about it; and what we wrote when we thanked you. If hours were entered by mistake, we keep the reason. We need this to ask for your help and to know what was done. The public sees hours and how many people gave them, and never who.',
    ],
  },
  updates: {
    title: 'If your donation helped, or you nominated',
    text: [
      'We email you when there is news about that need, with what your donation did, photos, and copies of receipts. We store to which name and email address each update went. Every such email has a link to stop them, and most email programs show a button for it. Donors can also turn them off on the page of their donation. We then keep your email address on a list of people who want no updates, so that you do not get any. You will still get receipts for your donations and replies to your messages.',
      'Our team can also write to several donors at once. We keep what it wrote and who got it.',
    ],
  },
  follow: {
    title: 'If you follow a need',
    text: [
      'Your email address, from the moment when you confirm it, so that we can email you when there is news about that need. If nobody confirms it, we delete it after three days. Every such email has a link to stop them, and most email programs show a button for it. When you stop them, we delete your address unless you also donated or nominated.',
    ],
  },
  nominate: {
    title: 'If you nominate',
    text: [
      'Your name, email address, phone number, and zip code, and what you tell us about the nominee, such as a description and whether they know of it, with your answers to our questions, your appeal if we decline, and the files that you send with them and their file names; also what we asked, what we decided, with a note for our team if there is one, what we wrote to you about it, and, if our team corrects something in it, what it said before, and why. We need this to contact you, to verify the information, and to tell you what happens next. Only our team sees your answers, appeal, and files.',
      'You get a private link to a page about your nomination. Anyone who has the link can see what you sent and answer our questions. The page does not show who you are.',
    ],
  },
  nominee: {
    title: 'If you are nominated',
    text: [
      'Your name or that of your organization, what the nominator wrote about you, what we decided, and how much was allocated to you. We ask nominators to talk to you first. If we ask you ourselves, by email, we do not store your address with the nomination. You have the same rights as everyone else on this page.',
      'Our team also stores what it found out before it decided, with papers, photos, and their file names if there are any, what its members recommended and why, whether one of them knows you, and their notes. The public may see which points we checked and when, but not how. If we asked whether you agree, or you told us: who answered for you, how they are related to you, what may show and until when, and what you asked us to correct.',
      'We can make a public page about what was done: with a name over it, a summary, a story, updates, photos, and videos, how much was allocated and spent, who was paid and for what, and receipts. We write its texts ourselves, without your contact details and without the nominator’s words. On receipts, we black out private parts first. If you agreed, the page shows no more than you allowed. Whether we ask before there is a page depends on how we work at the time. Also if there is one already and nobody asked you, you can see it, limit it, or have it taken down, at once and without a reason: by the link that we send you, or if you write to us.',
      'We publish a photo or video only after someone agreed to it: we record who, to what, and until when, with a caption and a description for people who cannot see it. That consent can be withdrawn at any time, and the photo or video disappears from every page of this site immediately; people who already received it by email keep it. Published copies of photos and videos do not reveal where, when, or with what device they were taken. Only those of our team whose work takes it can see the originals.',
      'What was taken down at your wish stays in our sums: how much it was, and that it is not shown because the people it is about wish so. Its former address says that, too, and nothing else.',
    ],
  },
  write: {
    title: 'If you write to us',
    text: [
      'Your email address and your message go to our team as an email, and we reply by email. If an email cannot be delivered, it waits here, whole, until our team has looked at it.',
    ],
  },
  records: {
    title: 'In our own records',
    text: [
      'What our team notes elsewhere may mention you: in the reason of a decision, of a correction, or of an entry in our books, in what one of us asks another to confirm, in warnings of this site, in what we say about a cause or about our work, and in files that our team exports. Our accounts say who was paid and what was bought. Our records of who did what on this site name fields, and not what was in them; of an expense that was corrected, they keep who was paid and what was bought, and of an export, what somebody had searched for.',
    ],
  },
  team: {
    title: 'If you help run the site',
    text: [
      'An administrator’s name, email address, and password in a form that cannot be reversed, the secret of the administrator’s authenticator app, encrypted, the public part of passkeys, the number by which a sign-in provider knows the administrator, the kinds of browsers in which the administrator is signed in, and what the administrator did in the admin area and when. Of an administrator who leaves the team, the name and the day stay, because they stand beside what the administrator did.',
    ],
  },
  visit: {
    title: 'If you only visit',
    text: [
      'Nothing about you. The server’s log says that a page was requested and how long it took, but not by whom.',
    ],
  },
  form: {
    title: 'If you send a form',
    text: [
      'To prevent abuse, the server counts for up to a day how often the forms are sent from a network and how many confirmations they cause to an email address, and it remembers for 30 days from which network a donation was started. It does not keep IP addresses for this, only a fingerprint of the network that nobody can reverse without the server’s secret key. If something looks as if a program sent it, your browser solves a small puzzle first or asks you to wait; we do not ask any other company about you.',
    ],
  },
} satisfies Record<string, { title: string; text: string[] }>;

/** One of the parts of {@link storedData}. */
export type StoredDataPart = keyof typeof storedData;
