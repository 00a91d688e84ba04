import { expect, type Locator, type Page } from '@playwright/test';

type Click = Locator['click'];

/** The most arrow steps, more than any group of the product has members. */
const MOST_STEPS = 60;

/** Time after which a trial click that does not succeed looks for a message over its target. */
const MESSAGE_MS = 5_000;

/** The keys that operate an element. */
type Way = 'Enter' | 'Space' | 'focus' | 'group' | 'option';

/**
 * From here on a story's clicks, choices and texts are done by keyboard, after a trial click that proves that
 * a pointer would hit the element. The locator class is patched, so that stories still describe a person's
 * acts.
 */
export function operateByKeyboard(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator;
  if (operated.has(locators)) return;
  operated.add(locators);
  const { click, check, uncheck, fill, press, selectOption } = locators;
  locators.click = async function (this: Locator, options) {
    await operate(this, click, options);
  };
  locators.check = async function (this: Locator, options) {
    if (!(await this.isChecked(options))) await operate(this, click, options);
    await check.call(this, { ...options, trial: true });
    await expect(this).toBeChecked();
  };
  locators.uncheck = async function (this: Locator, options) {
    if (await this.isChecked(options)) await operate(this, click, options);
    await uncheck.call(this, { ...options, trial: true });
    await expect(this).not.toBeChecked();
  };
  locators.fill = async function (this: Locator, ...args) {
    await fill.apply(this, args);
    await this.evaluate(hold, { untilIdle: false });
  };
  locators.press = async function (this: Locator, ...args) {
    await this.evaluate(hold, { untilIdle: false });
    await press.apply(this, args);
  };
  locators.selectOption = async function (this: Locator, ...args) {
    await this.evaluate(hold, { untilIdle: false });
    return await selectOption.apply(this, args);
  };
}

const operated = new WeakSet<Locator>();

async function operate(target: Locator, click: Click, options: Parameters<Click>[0]): Promise<void> {
  const keys = target.page().keyboard;
  const way = await target.evaluate(wayOf);
  if (way === 'group' || way === 'option') await target.waitFor();
  if (way === 'group') await walkTo(target);
  if (way === 'option') await markOption(target);
  await tryPointer(target, click, options);
  // Moves the pointer away: a toast that opened under it would not close.
  await target.page().mouse.move(0, 0);
  if (way !== 'option') await settle(target);
  if (way === 'group') {
    // Arrow keys alone choose a tab and usually a radio button; a menu item needs its key.
    if (!(await target.evaluate(isChosen))) await keys.press('Space');
  } else if (way === 'option') await keys.press('Enter');
  else if (way !== 'focus') await keys.press(way);
}

/**
 * Tries a click by pointer. A message that covers the target during the trial stays open, because the trial's
 * pointer is on it, so the message is closed too.
 */
async function tryPointer(target: Locator, click: Click, options: Parameters<Click>[0]): Promise<void> {
  const closeMessages = async () => {
    while (await target.evaluate(closeMessageOver));
  };
  await closeMessages();
  try {
    await click.call(target, { ...options, trial: true, timeout: MESSAGE_MS });
  } catch {
    await closeMessages();
    await click.call(target, { ...options, trial: true });
  }
}

/**
 * Focuses the target after a closing overlay has returned the focus, which happens a few ticks after the
 * overlay disappears.
 */
async function settle(target: Locator): Promise<void> {
  const closing = target
    .page()
    .locator(':is([role=dialog], [role=alertdialog], [role=menu])[data-state=closed]');
  await expect(closing).toHaveCount(0);
  while (!(await target.evaluate(hold, { untilIdle: true })));
}

/** Moves to the target by arrow keys, from the group's member that Tab reaches, or that the menu focused. */
async function walkTo(target: Locator): Promise<void> {
  const keys = target.page().keyboard;
  const arrow = await target.evaluate(enterGroup);
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await target.evaluate(hasFocus)) return;
    await keys.press(arrow);
  }
  throw new Error(`Arrows do not reach ${target}.`);
}

/** Marks an option of a field's list by arrow keys; the field keeps the focus. */
async function markOption(target: Locator): Promise<void> {
  const marked = () => target.evaluate(isMarked);
  await expect.poll(marked, 'The focused field marks no option of its list.').not.toBe('none');
  for (let step = 0; step < MOST_STEPS; step++) {
    if ((await marked()) === 'this') return;
    await target.page().keyboard.press('ArrowDown');
  }
  throw new Error(`Arrows do not reach ${target}.`);
}

// The functions below run in the page. Only their own source is sent there, so they use nothing outside
// themselves.

function wayOf(target: Element): Way {
  const role = target.getAttribute('role') ?? '';
  if (role === 'option') return 'option';
  if (/^(tab|radio|menuitem|menuitemradio|menuitemcheckbox)$/.test(role)) return 'group';
  const label = target.closest('label');
  const element =
    label?.control ?? target.closest('a[href], button, input, select, textarea, summary, [tabindex]');
  if (!element) throw new Error(`No key reaches "${target.textContent}": it is no control.`);
  if (element instanceof HTMLInputElement) {
    if (element.type === 'radio') return 'group';
    return element.type === 'checkbox' ? 'Space' : 'focus';
  }
  if (element.matches('select, textarea')) return 'focus';
  return element.matches('[role=checkbox], [role=switch]') ? 'Space' : 'Enter';
}

/**
 * Closes the message over the middle of the target, as an impatient person does. Returns whether there was
 * one.
 */
async function closeMessageOver(target: Element): Promise<boolean> {
  const { left, top, width, height } = target.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  const message = over?.closest('[data-sonner-toast]');
  const close = message?.querySelector<HTMLElement>('button[aria-label="Close"]');
  if (!message || !close) return false;
  close.click();
  while (message.isConnected) await new Promise(requestAnimationFrame);
  return true;
}

/**
 * Focuses the control, and checks that it has the focus and that Tab (or a group's arrow keys) reaches it.
 * With `untilIdle` it checks again after the page's idle work, which a busy machine delays and which may take
 * the focus away. Returns whether the control still exists.
 */
async function hold(target: Element, { untilIdle }: { untilIdle: boolean }): Promise<boolean> {
  focus();
  // Without scripts there is no idle work.
  if (!untilIdle || matchMedia('(scripting: none)').matches) return true;
  // Chromium starts idle callbacks after a frame. If only the pointer moved, it draws none, so the callback
  // would wait for the timeout.
  await new Promise<void>((done) =>
    requestAnimationFrame(() => requestIdleCallback(() => done(), { timeout: 1_000 })),
  );
  if (!target.isConnected) return false;
  focus();
  return true;

  function focus(): void {
    const named = 'a[href], button, input, select, textarea, summary, [tabindex]';
    const element = (target.closest('label')?.control ?? target.closest(named)) as HTMLElement | null;
    if (!element) throw new Error(`No key reaches "${target.textContent}": it is no control.`);
    const grouped = element.closest('[role=tablist], [role=radiogroup], [role=menu]');
    if (element.tabIndex < 0 && !grouped)
      throw new Error(`Tab passes over ${element.outerHTML.slice(0, 300)}`);
    if (document.activeElement !== element) element.focus();
    if (document.activeElement !== element)
      throw new Error(`The focus does not stay on ${element.outerHTML.slice(0, 300)}`);
  }
}

/**
 * Focuses the group's member that Tab reaches; returns the arrow key for the next one. A menu is already
 * focused.
 */
function enterGroup(target: Element): 'ArrowRight' | 'ArrowDown' {
  if (target.closest('[role=menu]')) return 'ArrowDown';
  const own = target instanceof HTMLInputElement ? target : target.closest('label')?.control;
  if (own instanceof HTMLInputElement) {
    const all = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    const group = all.filter((radio) => radio.name === own.name && radio.form === own.form);
    const entry = group.find((radio) => radio.checked) ?? group[0];
    entry?.focus();
    return 'ArrowDown';
  }
  const group = target.closest<HTMLElement>('[role=tablist], [role=radiogroup]');
  const member = group?.querySelector<HTMLElement>(`[role=${target.role}][tabindex="0"]`);
  // A group may receive the focus and pass it on to a member.
  const entry = member ?? (group && group.tabIndex >= 0 ? group : null);
  if (!group || !entry) throw new Error(`Tab does not enter the group of "${target.textContent}".`);
  entry.focus();
  return group.getAttribute('aria-orientation') === 'vertical' ? 'ArrowDown' : 'ArrowRight';
}

/**
 * Whether the target has the focus. This is evaluated after the work that the last key deferred to the next
 * tick.
 */
async function hasFocus(target: Element): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve));
  return document.activeElement === (target.closest('label')?.control ?? target);
}

function isChosen(target: Element): boolean {
  const own = target.closest('label')?.control ?? target;
  if (own instanceof HTMLInputElement) return own.checked;
  return own.getAttribute('aria-selected') === 'true' || own.getAttribute('aria-checked') === 'true';
}

async function isMarked(target: Element): Promise<'this' | 'another' | 'none'> {
  await new Promise((resolve) => setTimeout(resolve));
  const marked = document.activeElement?.getAttribute('aria-activedescendant');
  return marked ? (marked === target.id ? 'this' : 'another') : 'none';
}
