import { later } from '../shell/later.tsx';
import './pickers.css';

/** The type-ahead, fetched with the first picker that is drawn. */
export const TypeAheadLater = later(
  'type-ahead',
  async () => (await import('./type-ahead.tsx')).TypeAhead,
  <span className="whk-picker whk-picker-coming" aria-busy="true" />,
);
