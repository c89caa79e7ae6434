import type { FastifyInstance, FastifyReply } from 'fastify';
import { FailureError } from '../../shared/failure.ts';
import { isObject } from '../gateway/answer-body.ts';
import { fillBoth, sandboxTexts, type Text } from './checks/finding.ts';
import type { SandboxContext } from './context.ts';
import { carryOut } from './faults/directives.ts';
import { faultText, parseFault } from './faults/faults.ts';
import { page } from './page.ts';
import { makeRecord } from './store/record.ts';

/*
 * The sandbox's own side: its page, its directives, its record, and one-time passwords like those of the authority's
 * portal.
 *
 *   GET  /                    the page
 *   POST /                    the page's buttons
 *   GET  /_sandbox/faults     {"faults": ["delay=500"]}: those in force
 *   POST /_sandbox/faults     the same body: instead of those in force
 *   POST /_sandbox/directive  {"directive": "revoke"}: one more fault, or a scenario; answers
 *                             {"faults": […], "changed": 1}
 *   POST /_sandbox/otp        {"otp": "123456"}
 *   GET  /_sandbox/record     see `SandboxRecord`
 */
export function addSwitchRoutes(app: FastifyInstance, context: SandboxContext, makeOtp: () => string): void {
  const { faults, documents } = context;
  const inForce = () => ({ faults: faults.current().map(faultText) });

  app.get('/_sandbox/faults', inForce);
  app.post('/_sandbox/faults', (request, reply) => {
    const texts = isObject(request.body) ? request.body.faults : undefined;
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
      return reply.code(400).send({ message: 'faults must be a list of texts' });
    return orRefuse(reply, () => {
      faults.set(texts.map(parseFault));
      return inForce();
    });
  });
  app.post('/_sandbox/directive', (request, reply) => {
    const directive = isObject(request.body) ? request.body.directive : undefined;
    if (typeof directive !== 'string') return reply.code(400).send({ message: 'directive must be a text' });
    return orRefuse(reply, () => ({ changed: carryOut(context, directive), ...inForce() }));
  });
  app.post('/_sandbox/otp', () => ({ otp: makeOtp() }));
  app.get('/_sandbox/record', () => makeRecord(documents));
  addPage(app, context, makeOtp);
}

function orRefuse(reply: FastifyReply, work: () => object): object {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return reply.code(400).send({ message: error.message });
  }
}

function addPage(app: FastifyInstance, context: SandboxContext, makeOtp: () => string): void {
  const { play, documents, faults } = context;
  const show = (reply: FastifyReply, notice?: Text) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      )
      .send(page(play.environment, documents.all(), faults.current(), notice));

  // Registered separately, so that the gateway's calls still refuse forms.
  app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    forms.get('/', (_, reply) => show(reply));
    forms.post('/', (request, reply) => {
      const pressed = isObject(request.body) ? request.body : {};
      return show(reply, doPressed(context, makeOtp, pressed));
    });
  });
}

const texts = sandboxTexts.page;

function doPressed(
  context: SandboxContext,
  makeOtp: () => string,
  { button, directive }: Readonly<Record<string, unknown>>,
): Text {
  const { faults } = context;
  const inBoth = (text: string) => ({ en: text, ar: text });
  if (button === 'otp') {
    const otp = makeOtp();
    return fillBoth(texts.otp, { otp });
  }
  if (button === 'well') {
    faults.set([]);
    return texts.behaves;
  }
  const text = String(directive ?? '').trim();
  try {
    const changed = carryOut(context, text);
    return changed === undefined
      ? fillBoth(texts.inForce, { directive: text })
      : fillBoth(texts.done, { directive: text, changed });
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return inBoth(`${text}: ${error.failure.issues?.[0]?.message ?? error.message}`);
  }
}
