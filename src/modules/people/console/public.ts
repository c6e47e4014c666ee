export { Portrait } from './person/person-name.tsx';
