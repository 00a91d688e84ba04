import { isAlive as hasPid } from '#db/embedded-pidfile.ts';

/**
 * Whether a process of this machine has this id. Modules call this function, because they may not import
 * files of db/.
 */
export const isAlive = (pid: number): boolean => hasPid(pid);
