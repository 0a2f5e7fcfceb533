/** Days after which the details of a donation that nobody paid are erased, and the network that any one came from. */
export const checkoutDays = 30;
