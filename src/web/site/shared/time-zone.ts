import { createContext } from 'react';

/** The time zone of the site, for the dates of a document. An island is drawn outside of it and has it as a prop. */
export const TimeZone = createContext('UTC');
