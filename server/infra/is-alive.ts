import { isAlive as hasPid } from '#db/embedded-pidfile.ts';

/** Whether a process of this machine runs under this id, for modules, which don't know the database's own files. */
export const isAlive = (pid: number): boolean => hasPid(pid);
