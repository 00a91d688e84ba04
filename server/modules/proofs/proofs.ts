export { findPeople, type Unproven, unprovenAccruals, unprovenOfAll } from './unproven.ts';
