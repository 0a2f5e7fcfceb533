/** What can be between the columns of a CSV file, for a select. */
export const delimiters = [
  { value: ',', label: 'Commas' },
  { value: ';', label: 'Semicolons' },
  { value: '\t', label: 'Tabs' },
  { value: '|', label: 'Vertical bars' },
];

/** How amounts are written in a CSV file, for a select. */
export const decimalMarks = [
  { value: '.', label: '1,234.50' },
  { value: ',', label: '1.234,50' },
];

/** How days are written in a CSV file, for a select. */
export const dateOrderChoices = [
  { value: 'ymd', label: 'Year, month, day' },
  { value: 'mdy', label: 'Month, day, year' },
  { value: 'dmy', label: 'Day, month, year' },
];
