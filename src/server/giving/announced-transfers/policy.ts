/* How the name of a payer at the bank becomes that of a donor. */

// What a line of a deposit takes, as its contract says.
const longestName = 100;

/**
 * The name of a donor as far as a bank tells it: the last word is the last name. Whoever looks after the deposit corrects
 * what it is not, such as the name of a company.
 */
export function nameOfDonor(counterparty: string): { firstName: string; lastName: string } {
  const words = counterparty.split(/\s+/).filter((word) => word !== '');
  const lastName = words.pop() ?? '';
  return {
    firstName: words.join(' ').slice(0, longestName),
    lastName: lastName.slice(0, longestName),
  };
}
