export { AccountPicker, useSnoId, useSnoRights } from './account-picker.tsx';
