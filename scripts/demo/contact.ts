/** How to reach somebody of the story. Nobody has these addresses. */
export function contact(firstName: string, lastName: string) {
  const digits = String((firstName.length * 37 + lastName.length * 101) % 100).padStart(2, '0');
  return {
    email: `${firstName}.${lastName}@demo.example`.toLowerCase(),
    phone: `(555) 010-01${digits}`,
    zip: `441${digits}`,
  };
}
