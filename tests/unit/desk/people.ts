/** Fictitious people and an address. */
export const IDA = { firstName: 'Ida', lastName: 'Brzoza', email: 'ida@fern.example', phone: '+48500000101' };
export const OSKAR = {
  firstName: 'Oskar',
  lastName: 'Lis',
  email: 'oskar@mail.example',
  phone: '+48500000202',
};
export const ADDRESS = { street: 'Mglista', houseNumber: '7', postalCode: '00-950', city: 'Testowo' };
