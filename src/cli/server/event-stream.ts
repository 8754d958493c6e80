import type { ServerResponse } from 'node:http'

/** Clients of the server-sent events. */
export class EventStream {
  private readonly listeners = new Set<ServerResponse>()

  /** Adds a client, and sends it the first event at once. */
  add(response: ServerResponse, first: unknown): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    // the connection opens with the first data
    response.write(first === null ? ': open\n\n' : printEvent(first))
    this.listeners.add(response)
    response.on('close', () => this.listeners.delete(response))
  }

  send(event: unknown): void {
    for (const listener of this.listeners) listener.write(printEvent(event))
  }
}

/** As an event of `EventSource`. */
function printEvent(event: unknown): string {
  return `data: ${JSON.stringify(event)}\n\n`
}
