import { expect, test } from "bun:test";
import { hasOpen } from "./open-handles.ts";
import { addressBytes, createSocketLookup } from "./socket-owner.ts";

test.each([
  ["127.0.0.1", [127, 0, 0, 1]],
  ["::ffff:127.0.0.1", [127, 0, 0, 1]],
  ["::FFFF:7f00:1", [127, 0, 0, 1]],
  ["0:0:0:0:0:ffff:10.1.2.3", [10, 1, 2, 3]],
  ["::1", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
  ["::", Array(16).fill(0)],
  ["fe80::1%eth0", [0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
  ["2001:db8:1:2:3:4:5:6", [0x20, 1, 0x0d, 0xb8, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6]],
])("%s is recognized by its bytes", (text, bytes) => {
  expect([...addressBytes(text)!]).toEqual(bytes);
});

test.each(["", "localhost", "1.2.3", "unknown", "127.0.0.1:80", ":::1"])(
  "%p is not an address",
  (text) => {
    expect(addressBytes(text)).toBeNull();
  },
);

test.skipIf(process.platform !== "linux").each(["127.0.0.1", "::1"])(
  "both ends of a connection over %s are found by their addresses and by their ports alone",
  async (hostname) => {
    using server = Bun.listen({ hostname, port: 0, socket: { data: () => {} } });
    const client = await Bun.connect({
      hostname,
      port: server.port,
      socket: { data: () => {} },
    });
    const [near, far] = [
      { address: hostname, port: client.localPort },
      { address: hostname, port: server.port },
    ];
    const lookup = createSocketLookup();
    const found = lookup.find(near, far);
    const other = lookup.find(far, near);
    if (found === null || found === "unknown") throw new Error("The client's end is not found.");
    if (other === null || other === "unknown") throw new Error("The server's end is not found.");
    expect(hasOpen(process.pid, `socket:[${found.inode}]`)).toBe(true);
    expect(hasOpen(process.pid, `socket:[${other.inode}]`)).toBe(true);
    expect(other.inode).not.toBe(found.inode);
    expect([found.isEstablished, found.uid]).toEqual([true, process.getuid!()]);
    expect(lookup.findByPorts(near.port, far.port)).toEqual(found);
    expect(lookup.find({ ...near, port: 1 }, { ...far, port: 1 })).toBeNull();
    expect(lookup.findByPorts(1, 1)).toBeNull();
    client.terminate();
  },
);
