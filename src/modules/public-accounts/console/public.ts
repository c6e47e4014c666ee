export { AccountPicker, useSnoId } from './account-picker.tsx';
