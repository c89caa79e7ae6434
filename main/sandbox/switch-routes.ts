import type { FastifyInstance } from 'fastify';
import { FailureError } from '../../shared/failure.ts';
import { isObject } from '../gateway/answer-body.ts';
import type { SandboxContext } from './context.ts';
import { faultText, parseFault } from './faults.ts';
import { page } from './page.ts';

/** The sandbox's own side: its page, its faults, and one-time passwords as the authority's portal would give them. */
export function addSwitchRoutes(app: FastifyInstance, context: SandboxContext, makeOtp: () => string): void {
  const { documents, faults } = context;
  const inForce = () => ({ faults: faults.current().map(faultText) });

  app.get('/', (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page(documents.all(), faults.current())),
  );
  app.get('/_sandbox/faults', inForce);
  /** `{"faults": ["delay=500", "drop*1"]}` instead of those in force. */
  app.post('/_sandbox/faults', (request, reply) => {
    const texts = isObject(request.body) ? request.body.faults : undefined;
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
      return reply.code(400).send({ message: 'faults must be a list of texts' });
    try {
      faults.set(texts.map(parseFault));
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      return reply.code(400).send({ message: error.message });
    }
    return inForce();
  });
  app.post('/_sandbox/otp', () => ({ otp: makeOtp() }));
}
