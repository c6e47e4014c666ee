import { config } from 'zod';

// Schemas are not compiled in the browser: the policy of the page forbids code made from text, and every attempt would be reported.
config({ jitless: true });
