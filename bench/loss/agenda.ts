export type Act = () => Promise<void>;

export type Agenda = ReturnType<typeof newAgenda>;

/** Acts by the moment at which they are due. */
export function newAgenda() {
  const due = new Map<number, Act[]>();
  let moments: number[] = [];
  return {
    add(at: Date, act: Act): void {
      const key = at.getTime();
      const known = due.get(key);
      if (known) return void known.push(act);
      due.set(key, [act]);
      moments = [...moments, key].sort((a, b) => a - b);
    },
    nextAt: (): Date | null => (moments.length > 0 ? new Date(moments[0]!) : null),
    takeDue(now: Date): Act[] {
      const taken: Act[] = [];
      while (moments.length > 0 && moments[0]! <= now.getTime()) {
        const key = moments.shift()!;
        taken.push(...due.get(key)!);
        due.delete(key);
      }
      return taken;
    },
  };
}
