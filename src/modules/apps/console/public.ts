export { RolloutPanel } from './components/rollout-panel.tsx';
