import { expect, test } from 'vitest';
import { emptyProject, type StudioProject } from '#contract/studio.ts';
import { ApiError } from '#web/api/client.ts';
import { Autosave, type Saved, type SaveState } from './autosave.ts';

const project = (end: number): StudioProject => ({ ...emptyProject, cuts: [{ start: 0, end }] });
const problem = (code: string, status: number) =>
  new ApiError({ type: 'about:blank', code, status, title: code, detail: `${code}.` });
const changed = problem('studio_project_changed', 409);

/** A server with a project. The test decides when its pauses end. */
function studio(first: Saved = { version: 0, project: null }) {
  const states: SaveState[] = [];
  const saves: StudioProject[] = [];
  const waits = new Map<() => void, number>();
  const world = {
    kept: first,
    /** Replaces the server's next answer. */
    fault: null as { error: Error; saved: boolean } | null,
    loadFault: null as Error | null,
    cached: [] as Saved[],
  };
  const save = async (version: number, next: StudioProject) => {
    saves.push(next);
    const { fault } = world;
    world.fault = null;
    if (fault && !fault.saved) throw fault.error;
    if (version !== world.kept.version) throw changed;
    world.kept = { version: version + 1, project: next };
    if (fault) throw fault.error;
    return { version: version + 1 };
  };
  const autosave = new Autosave({
    first: first.project ?? emptyProject,
    version: first.version,
    save,
    load: async () => {
      if (world.loadFault) throw world.loadFault;
      return world.kept;
    },
    onState: (state) => states.push(state),
    onSaved: (saved) => world.cached.push(saved),
    later(act, ms) {
      waits.set(act, ms);
      return () => waits.delete(act);
    },
  });
  const settle = () => new Promise<void>((done) => setImmediate(done));
  return {
    autosave,
    world,
    states,
    saves,
    waits: () => [...waits.values()],
    async pass() {
      for (const act of [...waits.keys()]) {
        waits.delete(act);
        act();
      }
      await settle();
    },
    settle,
    state: () => states.at(-1),
  };
}

test('saves consecutive edits once, and pauses again before the next save', async () => {
  const { autosave, world, saves, pass, waits, state } = studio();
  autosave.change(project(1));
  autosave.change(project(2));
  expect(state()).toEqual({ kind: 'waiting' });
  expect(waits()).toHaveLength(1);
  await pass();
  expect(saves).toHaveLength(1);
  expect(world.kept).toEqual({ version: 1, project: project(2) });
  expect(world.cached).toEqual([world.kept]);
  expect(state()).toEqual({ kind: 'saved' });
  autosave.change(project(3));
  expect(saves).toHaveLength(1);
  await pass();
  expect(world.kept).toEqual({ version: 2, project: project(3) });
});

test('saves a change made during a save after a pause, not at once', async () => {
  const { autosave, world, saves, pass, settle, waits, state } = studio();
  autosave.change(project(1));
  void autosave.save();
  autosave.change(project(2));
  await settle();
  expect(saves).toHaveLength(1);
  expect(state()).toEqual({ kind: 'waiting' });
  expect(waits()).toHaveLength(1);
  await pass();
  expect(world.kept.project).toEqual(project(2));
});

test('leaving saves a pending change at once', async () => {
  const { autosave, world, saves, settle, waits } = studio();
  autosave.change(project(1));
  expect(autosave.isAtRisk()).toBe(false);
  void autosave.save(true);
  await settle();
  expect(saves).toEqual([project(1)]);
  expect(world.kept.project).toEqual(project(1));
  expect(waits()).toEqual([]);
});

test('leaving during a save is at risk, and newer changes are sent right after it', async () => {
  const { autosave, world, saves, settle, waits, state } = studio({ version: 1, project: project(1) });
  autosave.change(project(2));
  void autosave.save();
  expect(autosave.isAtRisk()).toBe(false);
  autosave.change(project(3));
  void autosave.save(true);
  expect(autosave.isAtRisk()).toBe(true);
  await settle();
  expect(saves).toEqual([project(2), project(3)]);
  expect(world.kept).toEqual({ version: 3, project: project(3) });
  expect(state()).toEqual({ kind: 'saved' });
  expect(waits()).toEqual([]);
  expect(autosave.isAtRisk()).toBe(false);
});

test('a change undone during its save is at risk too', async () => {
  const { autosave, world, settle, pass } = studio();
  autosave.change(project(1));
  void autosave.save();
  autosave.change(emptyProject);
  expect(autosave.isAtRisk()).toBe(true);
  await settle();
  await pass();
  expect(world.kept.project).toEqual(emptyProject);
});

test('a failed save is reported, at risk, and retried automatically if that can help', async () => {
  const { autosave, world, pass, waits, state } = studio();
  world.fault = { error: problem('offline', 0), saved: false };
  autosave.change(project(1));
  await pass();
  expect(state()).toEqual({ kind: 'failed', message: 'offline.', again: true });
  expect(autosave.isAtRisk()).toBe(true);
  autosave.change(project(2));
  expect(state()).toMatchObject({ kind: 'failed' });
  await pass();
  expect(state()).toEqual({ kind: 'saved' });
  expect(world.kept.project).toEqual(project(2));

  world.fault = { error: problem('invalid_input', 422), saved: false };
  autosave.change(project(3));
  await pass();
  expect(state()).toEqual({ kind: 'failed', message: 'invalid_input.', again: false });
  expect(waits()).toEqual([]);
  await autosave.save();
  expect(world.kept.project).toEqual(project(3));
});

test('a save whose answer was lost is not mistaken for another tab’s', async () => {
  const { autosave, world, pass, states, state } = studio({ version: 4, project: project(9) });
  world.fault = { error: problem('offline', 0), saved: true };
  autosave.change(project(1.123_456_789));
  await pass();
  world.kept = { version: 5, project: { ...world.kept.project!, cuts: [{ start: 0, end: 1.123_457 }] } };
  autosave.change(project(2));
  await pass();
  await pass();
  expect(states.map(({ kind }) => kind)).not.toContain('changed');
  expect(state()).toEqual({ kind: 'saved' });
  expect(world.kept).toEqual({ version: 6, project: project(2) });
});

test('does not overwrite another tab’s version until the person chooses', async () => {
  const { autosave, world, saves, pass, waits, state } = studio({ version: 1, project: project(1) });
  world.kept = { version: 2, project: project(50) };
  autosave.change(project(2));
  await pass();
  expect(state()).toEqual({ kind: 'changed', message: null });
  expect(autosave.isAtRisk()).toBe(true);
  autosave.change(project(3));
  void autosave.save(true);
  expect(waits()).toEqual([]);
  expect(saves).toHaveLength(1);
  expect(world.kept.project).toEqual(project(50));

  world.loadFault = problem('offline', 0);
  await autosave.keepMine();
  expect(state()).toEqual({ kind: 'changed', message: 'offline.' });
  world.loadFault = null;
  await autosave.keepMine();
  expect(world.kept).toEqual({ version: 3, project: project(3) });
  expect(state()).toEqual({ kind: 'saved' });
});

test('keeps the other version once it is chosen', async () => {
  const { autosave, world, pass } = studio({ version: 1, project: project(1) });
  world.kept = { version: 2, project: project(50) };
  autosave.change(project(2));
  await pass();
  autosave.giveUp();
  expect(autosave.isAtRisk()).toBe(false);
  void autosave.save(true);
  expect(world.kept.project).toEqual(project(50));
});

test('keeps my version even if it equals the last saved one, or if the other was about to be loaded', async () => {
  const mine = project(1);
  const { autosave, world, pass, state } = studio({ version: 1, project: mine });
  world.kept = { version: 2, project: project(50) };
  autosave.change(project(2));
  await pass();
  autosave.change(mine);
  await autosave.keepMine();
  expect(world.kept).toEqual({ version: 3, project: mine });
  expect(state()).toEqual({ kind: 'saved' });

  world.kept = { version: 4, project: project(50) };
  autosave.change(project(5));
  await pass();
  autosave.giveUp();
  await autosave.keepMine();
  expect(world.kept).toEqual({ version: 5, project: project(5) });
  expect(state()).toEqual({ kind: 'saved' });
});
