export { WindowInput, windowText } from './components/window-input.tsx';
