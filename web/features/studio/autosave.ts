import { type StudioProject, studioProject } from '#contract/studio.ts';
import { asApiError, isFault } from '#web/api/client.ts';

/** Milliseconds between two saves. Edits made meanwhile are saved together. */
const PAUSE_MS = 1_500;
const AGAIN_MS = 10_000;

export type SaveState =
  | { kind: 'saved' }
  /** The project will be saved after the pause. */
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /**
   * The save failed. With `again` it is retried automatically; otherwise it is retried with the next change
   * or by hand.
   */
  | { kind: 'failed'; message: string; again: boolean }
  /**
   * Another tab has saved the project, so nothing is saved until the person chooses a version. `message` says
   * why the choice failed.
   */
  | { kind: 'changed'; message: string | null };

export interface Saved {
  version: number;
  project: StudioProject | null;
}

interface Options {
  first: StudioProject;
  version: number;
  save(version: number, project: StudioProject): Promise<{ version: number }>;
  load(): Promise<Saved>;
  onState(state: SaveState): void;
  onSaved(saved: Saved): void;
  /** Calls `act` once after `ms`; returns a function that cancels the call. */
  later(act: () => void, ms: number): () => void;
}

/** Returns the project as JSON, in the form in which the server returns it. */
const asKept = (project: StudioProject | null): string =>
  JSON.stringify(project && studioProject.parse(project));

/** Saves a project after changes, as a successor of the version that was edited. */
export class Autosave {
  readonly #options: Options;
  #version: number;
  #latest: StudioProject;
  /** The project that the server has; null if the server has another tab's version. */
  #saved: StudioProject | null;
  #sent: StudioProject | null = null;
  #state: SaveState = { kind: 'saved' };
  #running = false;
  /** True if the person leaves the page during a save. */
  #leaving = false;
  #forget: (() => void) | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#version = options.version;
    this.#latest = options.first;
    this.#saved = options.first;
  }

  /** Call this with the project after each edit. */
  change(project: StudioProject): void {
    if (project === this.#latest) return;
    this.#latest = project;
    if (this.#running || this.#state.kind === 'changed') return;
    if (this.#latest === this.#saved) {
      this.#unschedule();
      this.#report({ kind: 'saved' });
    } else {
      if (this.#state.kind !== 'failed') this.#report({ kind: 'waiting' });
      this.#schedule(PAUSE_MS);
    }
  }

  /**
   * Saves at once, if there are changes. Set `leaving` if the page may be closed before the answer arrives.
   */
  async save(leaving = false): Promise<void> {
    if (this.#running) {
      this.#leaving ||= leaving;
      return;
    }
    if (this.#latest === this.#saved) return;
    if (leaving && this.#state.kind === 'changed') return;
    this.#running = true;
    this.#leaving = false;
    this.#unschedule();
    this.#report({ kind: 'saving' });
    try {
      await this.#attempt();
      const isSaved = this.#latest === this.#saved;
      this.#report({ kind: isSaved ? 'saved' : 'waiting' });
      if (!isSaved) this.#schedule(PAUSE_MS);
    } catch (failure) {
      this.#fail(failure);
    } finally {
      this.#running = false;
    }
    // The page may be closed before the pause ends.
    if (this.#leaving && this.#state.kind === 'waiting') await this.save(true);
  }

  /** Whether changes would be lost if the page were left now. */
  isAtRisk(): boolean {
    if (this.#running && this.#latest !== this.#sent) return true;
    return this.#latest !== this.#saved && (this.#state.kind === 'failed' || this.#state.kind === 'changed');
  }

  /** Accepts the other tab's version. */
  giveUp(): void {
    this.#unschedule();
    this.#saved = this.#latest;
  }

  /** Overwrites the other tab's version. */
  async keepMine(): Promise<void> {
    try {
      this.#version = (await this.#options.load()).version;
    } catch (failure) {
      this.#report({ kind: 'changed', message: asApiError(failure).message });
      return;
    }
    // The other tab's version has replaced ours, so this saves even if nothing has changed since our last
    // save.
    this.#saved = null;
    await this.save();
  }

  async #attempt(): Promise<void> {
    const before = this.#sent;
    const project = this.#latest;
    this.#sent = project;
    try {
      const reply = await this.#options.save(this.#version, project);
      this.#keep(project, reply.version);
    } catch (failure) {
      if (asApiError(failure).code !== 'studio_project_changed') throw failure;
      this.#sent = before;
      if (!(await this.#isOurs())) throw failure;
    }
  }

  /**
   * Whether the newer version on the server is ours. It is if an earlier save succeeded and its answer was
   * lost.
   */
  async #isOurs(): Promise<boolean> {
    const other = await this.#options.load();
    if (this.#sent === null || asKept(other.project) !== asKept(this.#sent)) return false;
    this.#keep(this.#sent, other.version);
    return true;
  }

  #keep(project: StudioProject, version: number): void {
    this.#version = version;
    this.#saved = project;
    this.#options.onSaved({ version, project });
  }

  #fail(failure: unknown): void {
    const error = asApiError(failure);
    if (error.code === 'studio_project_changed') {
      this.#report({ kind: 'changed', message: null });
      return;
    }
    const again = isFault(error) || error.code === 'busy' || error.code === 'too_many_requests';
    this.#report({ kind: 'failed', message: error.message, again });
    if (again) this.#schedule(AGAIN_MS);
  }

  #report(state: SaveState): void {
    this.#state = state;
    this.#options.onState(state);
  }

  #schedule(ms: number): void {
    this.#forget ??= this.#options.later(() => {
      this.#forget = undefined;
      void this.save();
    }, ms);
  }

  #unschedule(): void {
    this.#forget?.();
    this.#forget = undefined;
  }
}
