declare module 'node-zookeeper-client' {
  const zookeeper: { createClient(servers: string, options?: { sessionTimeout?: number; spinDelay?: number; retries?: number }): unknown };
  export default zookeeper;
}
