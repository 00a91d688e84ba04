interface Shortcut {
  group: 'Play' | 'Cut' | 'Look' | 'Undo';
  /** Keys as `keyFor` names them. */
  keys: readonly string[];
  /** The keys as a keyboard shows them, pressed together. */
  shown: readonly string[];
  does: string;
}

/** The shortcut of each act of the studio. The studio binds this table, and the sheet of shortcuts lists it. */
export const shortcuts = {
  toggle: { group: 'Play', keys: ['space'], shown: ['Space'], does: 'Play or pause' },
  pause: { group: 'Play', keys: ['k'], shown: ['K'], does: 'Pause' },
  forwards: { group: 'Play', keys: ['l'], shown: ['L'], does: 'Play forwards; again: faster' },
  backwards: { group: 'Play', keys: ['j'], shown: ['J'], does: 'Play backwards; again: faster' },
  frameBack: { group: 'Play', keys: [','], shown: [','], does: 'One frame back' },
  frameForward: { group: 'Play', keys: ['.'], shown: ['.'], does: 'One frame forward' },
  nextPin: { group: 'Play', keys: ['p'], shown: ['P'], does: 'To the host’s next pin' },
  setIn: { group: 'Cut', keys: ['i'], shown: ['I'], does: 'The chosen cut begins here' },
  setOut: { group: 'Cut', keys: ['o'], shown: ['O'], does: 'The chosen cut ends here' },
  addCut: { group: 'Cut', keys: ['n'], shown: ['N'], does: 'Add a cut' },
  split: { group: 'Cut', keys: ['s'], shown: ['S'], does: 'Split the cut at the playhead' },
  removeCut: { group: 'Cut', keys: ['delete'], shown: ['Delete'], does: 'Remove the chosen cut' },
  addCaption: { group: 'Cut', keys: ['c'], shown: ['C'], does: 'Add a caption at the playhead' },
  zoomIn: { group: 'Look', keys: ['+', '='], shown: ['+'], does: 'Zoom in' },
  zoomOut: { group: 'Look', keys: ['-'], shown: ['-'], does: 'Zoom out' },
  zoomToFit: { group: 'Look', keys: ['0'], shown: ['0'], does: 'Zoom to the whole video; again: to the cut' },
  showShortcuts: { group: 'Look', keys: ['?'], shown: ['?'], does: 'Show these shortcuts' },
  undo: { group: 'Undo', keys: ['undo'], shown: ['Ctrl', 'Z'], does: 'Undo' },
  redo: { group: 'Undo', keys: ['redo'], shown: ['Ctrl', 'Shift', 'Z'], does: 'Redo' },
} as const satisfies Record<string, Shortcut>;

export type StudioAct = keyof typeof shortcuts;

const actOfKey = new Map<string, StudioAct>(
  Object.entries(shortcuts).flatMap(([act, { keys }]) => keys.map((key) => [key, act as StudioAct])),
);

/** Returns the act of a key, which is named as `keyFor` names it; undefined if no shortcut has it. */
export const actOf = (key: string | null): StudioAct | undefined => actOfKey.get(key ?? '');

/** Functions that perform each act. */
export type StudioActs = Record<StudioAct, () => void>;

interface Move {
  /** The playhead's second, the length of a frame and of the source, in seconds. */
  now: number;
  frame: number;
  duration: number;
}

/** A key that moves the playhead while it has the focus. */
interface PlayheadKey {
  key: string;
  /** True if Shift must be held, false if it must not, absent if it does not matter. */
  shift?: boolean;
  shown: readonly string[];
  does: string;
  to(move: Move): number;
}

export const playheadKeys: readonly PlayheadKey[] = [
  {
    key: 'ArrowLeft',
    shift: false,
    shown: ['←'],
    does: 'One frame back',
    to: ({ now, frame }) => now - frame,
  },
  {
    key: 'ArrowRight',
    shift: false,
    shown: ['→'],
    does: 'One frame forward',
    to: ({ now, frame }) => now + frame,
  },
  { key: 'ArrowLeft', shift: true, shown: ['Shift', '←'], does: 'A second back', to: ({ now }) => now - 1 },
  {
    key: 'ArrowRight',
    shift: true,
    shown: ['Shift', '→'],
    does: 'A second forward',
    to: ({ now }) => now + 1,
  },
  { key: 'PageDown', shown: ['Page Down'], does: 'Ten seconds back', to: ({ now }) => now - 10 },
  { key: 'PageUp', shown: ['Page Up'], does: 'Ten seconds forward', to: ({ now }) => now + 10 },
  { key: 'Home', shown: ['Home'], does: 'To the beginning', to: () => 0 },
  { key: 'End', shown: ['End'], does: 'To the end', to: ({ duration }) => duration },
];

/** Returns the second to which a key moves the playhead; undefined if it doesn't. */
export const playheadTarget = (
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  move: Move,
): number | undefined =>
  playheadKeys
    .find((one) => one.key === key && (one.shift === undefined || one.shift === shiftKey))
    ?.to(move);

export interface ShortcutLine {
  shown: readonly string[];
  does: string;
}

/** All shortcuts by group, in the order of the tables. */
export const shortcutGroups: readonly { title: string; lines: readonly ShortcutLine[] }[] = [
  ...(['Play', 'Cut', 'Look', 'Undo'] as const).map((group) => ({
    title: group,
    lines: Object.values<Shortcut>(shortcuts).filter((one) => one.group === group),
  })),
  { title: 'Playhead, while it has the focus', lines: playheadKeys },
];
