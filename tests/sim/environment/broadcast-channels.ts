/** The broadcast channels of one device. */
export interface BroadcastChannels {
  open<Message extends string>(
    name: string,
    awake: () => Promise<void>,
  ): { post(message: Message): void; onHint(listener: (message: Message) => void): void; close(): void };
}

export function makeBroadcastChannels(): BroadcastChannels {
  const ends = new Map<string, Set<(message: string) => void>>();
  return {
    open(name, awake) {
      const all = ends.get(name) ?? ends.set(name, new Set()).get(name)!;
      const listeners = new Set<(message: never) => void>();
      // A dead tab never wakes up.
      const hear = (message: string) =>
        setImmediate(() => void awake().then(() => listeners.forEach((listener) => listener(message as never))));
      all.add(hear);
      return {
        post: (message) => all.forEach((other) => other !== hear && other(message)),
        onHint: (listener) => void listeners.add(listener),
        close: () => void all.delete(hear),
      };
    },
  };
}
