export { UnbindPanel } from './components/unbind-panel.tsx';
