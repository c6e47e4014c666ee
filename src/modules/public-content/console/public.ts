export { ContentPicker } from './content-picker.tsx';
