export { addressBook, addressGroups, groupsOf, type AddressBook, type AddressGroup } from './book.ts';
export { namesAddressGroups, type AddressGroupUse } from './uses.ts';
