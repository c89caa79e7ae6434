import type { FastifyReply } from 'fastify';
import type { CallName } from '../gateway/profile.ts';
import type { Answer } from './answer.ts';
import type { SandboxContext } from './context.ts';

/** Sends an answer whose work is done, altered by the faults in force. */
export function send(context: SandboxContext, call: CallName, reply: FastifyReply, answer: Answer): void {
  const { faults } = context;
  const { type, text } = written(answer);
  if (answer.isLost === true || faults.take('drop', call) !== undefined) {
    reply.hijack();
    reply.raw.destroy();
    return;
  }
  if (faults.take('cut', call) !== undefined) {
    const body = Buffer.from(text);
    const raw = writeHead(reply, answer.status, type, body.length);
    raw.write(body.subarray(0, body.length / 2), () => raw.destroy());
    return;
  }
  const slow = faults.take('trickle', call);
  if (slow !== undefined) {
    trickle(context, reply, answer.status, type, Buffer.from(text), slow.milliseconds);
    return;
  }
  const broken = faults.take('broken-json', call) !== undefined;
  reply
    .code(answer.status)
    .type(type)
    .send(broken ? text.slice(0, text.length / 2) : text);
}

export function sendPlain(reply: FastifyReply, answer: Answer): FastifyReply {
  const { type, text } = written(answer);
  return reply.code(answer.status).type(type).send(text);
}

function written({ body }: Answer): { type: string; text: string } {
  return typeof body === 'string'
    ? { type: 'text/plain; charset=utf-8', text: body }
    : { type: 'application/json; charset=utf-8', text: JSON.stringify(body) };
}

/** Writes the answer's head directly, because its body will deliberately be sent wrongly. */
function writeHead(reply: FastifyReply, status: number, type: string, length: number) {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  return reply.raw.writeHead(status, { 'content-type': type, 'content-length': length });
}

function trickle(
  { clock }: SandboxContext,
  reply: FastifyReply,
  status: number,
  type: string,
  body: Buffer,
  milliseconds: number,
): void {
  const raw = writeHead(reply, status, type, body.length);
  const from = (at: number) => {
    if (raw.destroyed) return;
    if (at === body.length) return void raw.end();
    raw.write(body.subarray(at, at + 1));
    clock.after(milliseconds, () => from(at + 1));
  };
  from(0);
}
