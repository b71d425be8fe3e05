import { expect, test } from 'vitest';
import { eventsOf, type SseEvent } from './stream.ts';

test('events come whole, however the bytes are cut', async () => {
  const text =
    ': welcome\n\nevent: hello\ndata: {"epoch":"é","version":1}\n\nevent: poke\r\ndata: {"version":2}\r\n\r\nevent: ping\ndata: {}\n\nevent: po';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 7, bytes.length]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < bytes.length; i += size) controller.enqueue(bytes.slice(i, i + size));
        controller.close();
      },
    });
    const events: SseEvent[] = [];
    for await (const event of eventsOf(body)) events.push(event);
    expect(events).toEqual([
      { name: 'hello', data: '{"epoch":"é","version":1}' },
      { name: 'poke', data: '{"version":2}' },
      { name: 'ping', data: '{}' },
    ]);
  }
});
