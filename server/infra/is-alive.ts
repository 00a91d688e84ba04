import { isAlive as hasPid } from '#db/embedded-pidfile.ts';

/** Whether a process of this machine has this id; for modules, which may not import the database's files. */
export const isAlive = (pid: number): boolean => hasPid(pid);
