import { always, type Fault } from "./fault.ts";

/** SIGTERM: it ends cleanly, whatever it is doing. */
export const terminate: Fault = {
  obstacle: always,
  async strike({ world, violate }) {
    const server = world.server();
    const code = await world.end("SIGTERM");
    if (code !== 0) {
      violate(`SIGTERM ended it with ${code}:\n${server.output().slice(-1000)}`);
    }
    await world.start();
  },
};
