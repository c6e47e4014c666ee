export { addressBook, addressGroups, groupsOf, type AddressBook, type AddressGroup } from './book.ts';
export { namesAddressGroups, type AddressGroupUse } from './uses.ts';
export { whenAddressesChange, type AddressImpact } from './uses.ts';
export { changeAddresses } from './change-addresses.ts';
