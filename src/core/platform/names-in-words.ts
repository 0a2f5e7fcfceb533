/* What a field or a column is called, by its name. */

// Where the name says too little.
const names: Record<string, string> = {
  email: 'Email address',
  phone: 'Phone number',
  zip: 'Zip code',
  cover_file_id: 'Cover photo',
  consent_by: 'Who agreed',
  consent_scope: 'What they agreed to',
  consent_until: 'End of the consent',
};

/** What the name of a field or a column says: `spellOut("first_name")` and `spellOut("firstName")` are `"First name"`. */
export function spellOut(name: string): string {
  const words = snakeCase(name)
    .replace(/_cents$/, '')
    .replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What people call a field or a column, by its name: `nameInWords("email")` is `"Email address"`. */
export function nameInWords(name: string): string {
  return names[snakeCase(name)] ?? spellOut(name);
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
