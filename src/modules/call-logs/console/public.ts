export { useStepDetail } from './components/use-step-detail.ts';
