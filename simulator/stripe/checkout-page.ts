import type { FastifyInstance, FastifyReply } from 'fastify';
import { centsToMicros, formatUsd } from '#contract/money.ts';
import { FOR_BROWSERS } from '../browser-pages.ts';
import { asPage, escapeHtml, page } from '../page.ts';
import { formOf } from '../wire.ts';
import type { World } from '../world.ts';
import { type PayInput, pay, testCards } from './pay.ts';
import type { Session } from './state.ts';
import { deliver } from './webhooks.ts';

/** Adds the hosted page on which a person pays, leaves, or is declined. */
export function addCheckoutPage(app: FastifyInstance, world: World, path: string): void {
  const find = (id: string) => world.state.stripe.sessions.find((one) => one.id === id);
  const isOpen = (session: Session | undefined): session is Session =>
    session?.status === 'open' && session.expiresAt > world.clock.now().toISOString();

  app.get<{ Params: { id: string } }>(`${path}/:id`, FOR_BROWSERS, (request, reply) => {
    const session = find(request.params.id);
    return isOpen(session) ? show(reply, session, null) : gone(reply);
  });
  app.post<{ Params: { id: string } }>(`${path}/:id`, FOR_BROWSERS, async (request, reply) => {
    const session = find(request.params.id);
    if (!isOpen(session)) return gone(reply);
    const problem = pay(world, session, inputOf(formOf(request)));
    if (problem !== null) return show(reply.code(402), session, problem);
    await world.save();
    void deliver(world);
    return reply.redirect(session.successUrl.replace('{CHECKOUT_SESSION_ID}', session.id), 303);
  });
}

function inputOf(form: URLSearchParams): PayInput {
  if (form.get('method') === 'bank-succeeds') return { kind: 'bank', succeeds: true };
  if (form.get('method') === 'bank-fails') return { kind: 'bank', succeeds: false };
  return { kind: 'card', number: form.get('number') ?? '' };
}

const gone = (reply: FastifyReply): FastifyReply =>
  asPage(reply.code(410)).send(
    page(
      'Simulated Stripe',
      '<h1>Simulated Stripe</h1><p role="alert">This payment page is closed: it was paid or ran out of time.</p>',
    ),
  );

function show(reply: FastifyReply, session: Session, problem: string | null): FastifyReply {
  const usd = formatUsd(centsToMicros(session.amount));
  const cards = Object.entries(testCards)
    .map(([number, does]) => `<option value="${number}">${does}</option>`)
    .join('');
  return asPage(reply).send(
    page(
      'Simulated Stripe Checkout',
      `<h1>Pay ${usd}</h1>
<p>${escapeHtml(session.name)}<br>${escapeHtml(session.email ?? '')}</p>
${problem === null ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
<form method="post">
<label for="number">Card number</label>
<input id="number" name="number" list="cards" value="4242 4242 4242 4242" inputmode="numeric" autocomplete="off" maxlength="23">
<datalist id="cards">${cards}</datalist>
<div class="buttons"><button name="method" value="card" class="main">Pay ${usd}</button></div>
<p>Or by bank debit, which is decided three days later:</p>
<div class="buttons">
<button name="method" value="bank-succeeds">Debit that arrives</button>
<button name="method" value="bank-fails">Debit that fails</button>
</div>
</form>
<p><a href="${escapeHtml(session.cancelUrl)}">Back without paying</a></p>
<small>This page simulates Stripe Checkout. No real money moves. Cards: ${Object.entries(testCards)
        .map(([number, does]) => `${number.replace(/(.{4})(?=.)/g, '$1 ')} ${does}`)
        .join('; ')}.</small>`,
    ),
  );
}
