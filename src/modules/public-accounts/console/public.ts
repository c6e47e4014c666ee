export { AccountPicker, useSnoId } from './account-picker.tsx';
export { HoursRows } from './account/hours-rows.tsx';
