import type { ServerResponse } from 'node:http'

/** Those who listen to events of the server. */
export class EventStream {
  private readonly listeners = new Set<ServerResponse>()

  /** Another listener, who is told the first event at once. */
  add(response: ServerResponse, first: unknown): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    // the connection is open as soon as something has come
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
