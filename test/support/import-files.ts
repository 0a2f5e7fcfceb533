/*
 * Files as earlier systems write them, with the titles of their columns.
 */

/** A file with these columns, of which each row fills some. */
function table(
  titles: readonly string[],
  rows: Record<string, string>[],
  delimiter = ',',
  lineEnd = '\r\n',
): string {
  const cell = (text: string) =>
    /["\r\n,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return [titles, ...rows.map((row) => titles.map((title) => row[title] ?? ''))]
    .map((cells) => `${cells.map(cell).join(delimiter)}${lineEnd}`)
    .join('');
}

/**
 * GiveWP, Tools > Export > Donation History. Titles: `get_csv_cols` of
 * `includes/admin/tools/export/class-give-export-donations-exporter.php` in impress-org/givewp.
 */
export function giveWpFile(rows: Record<string, string>[]): string {
  const titles = [
    ...['Donation ID', 'Donation Number', 'Title Prefix', 'First Name', 'Last Name'],
    ...['Email Address', 'Company Name', 'Address 1', 'Address 2', 'City', 'State', 'Zip'],
    ...['Country', 'Donor Comment', 'Donation Total', 'Currency Code', 'Currency Symbol'],
    ...['Donation Status', 'Payment Gateway', 'Payment Mode', 'Form ID', 'Form Title'],
    ...['Level ID', 'Level Title', 'Donation Date', 'Donation Time', 'User ID', 'Donor ID'],
    'Donor IP Address',
  ];
  return table(
    titles,
    rows.map((row) => ({
      'Currency Code': 'USD',
      'Currency Symbol': '$',
      'Payment Gateway': 'stripe',
      'Donation Status': 'Complete',
      'Form Title': 'Warm Homes',
      'Donation Date': 'March 4, 2026',
      'Donation Time': '6:05 pm',
      ...row,
    })),
  );
}

/**
 * Donorbox, Donations > Export to CSV. Titles as in two exports that others read (their programs name the columns);
 * Donorbox's own help does not list all of them.
 */
export function donorboxFile(rows: Record<string, string>[]): string {
  const titles = [
    ...['Name', 'Donating Company', "Donor's First Name", "Donor's Last Name", 'Donor Email'],
    ...['Make Donation Anonymous', 'Campaign', 'Amount Description', 'Amount'],
    ...['Fair Market Value', 'Fair Market Value Description', 'Tax Deductible Amount'],
    ...['Currency', 'Amount in USD', 'Processing Fee', 'Platform Fee', 'Total Fee'],
    ...['Net Amount', 'Fee Covered', 'Donor Comment', 'Internal Notes', 'Donated At', 'Phone'],
    ...['Address', 'Address 2', 'City', 'State / Province', 'Postal Code', 'Country'],
    ...['Employer', 'Occupation', 'Designation', 'Receipt Id', 'Donation Type', 'Card Type'],
    ...['Last 4 Digits', 'Stripe Charge Id', 'Pay Pal Transaction Id', 'Pay Pal Capture Id'],
    ...['Recurring Donation', 'Recurring Plan Id', 'Recurring Start Date'],
    ...['Join Mailing List', 'Dedication Type', 'Status'],
  ];
  return table(
    titles,
    rows.map((row) => ({
      Currency: 'USD',
      Campaign: 'Everything',
      Designation: 'Warm Homes',
      Status: 'paid',
      'Donated At': '2026-03-04 18:05:00',
      'Make Donation Anonymous': 'no',
      ...row,
    })),
  );
}

/** Stripe, Payments > Export, all columns of 2026 ("Created date (UTC)"). Titles as in Stripe's export dialog. */
export function stripeFile(rows: Record<string, string>[]): string {
  const titles = [
    ...['id', 'Description', 'Seller Message', 'Created date (UTC)', 'Amount'],
    ...['Amount Refunded', 'Currency', 'Converted Amount', 'Converted Amount Refunded', 'Fee'],
    ...['Taxes On Fee', 'Converted Currency', 'Mode', 'Status', 'Statement Descriptor'],
    ...['Customer ID', 'Customer Description', 'Customer Email', 'Captured', 'Card ID'],
    ...['Card Last4', 'Card Brand', 'Card Funding', 'Card Name', 'Card Address Zip'],
    ...['Disputed Amount', 'Dispute Status', 'Invoice ID', 'PaymentIntent ID'],
  ];
  return table(
    titles,
    rows.map((row) => ({
      Description: 'Warm Homes',
      'Created date (UTC)': '2026-03-04 18:05:00',
      'Amount Refunded': '0.00',
      Currency: 'usd',
      Mode: 'Live',
      Status: 'Paid',
      Captured: 'true',
      'Seller Message': 'Payment complete.',
      ...row,
    })),
  );
}

/** What somebody keeps in a spreadsheet, as a German one saves it: semicolons, decimal commas, days first. */
export function plainFile(rows: Record<string, string>[]): string {
  const titles = ['Gift ID', 'Date', 'Amount', 'Name', 'Email', 'Fund', 'Status'];
  return table(
    titles,
    rows.map((row) => ({ Date: '04.03.2026', Fund: 'Warm Homes', Status: 'paid', ...row })),
    ';',
    '\n',
  );
}
