export { Portrait } from './components/person-name.tsx';
