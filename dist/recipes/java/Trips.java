// SPDX-License-Identifier: MIT
import java.sql.*;

public class Trips {
    public static void main(String[] args) throws SQLException {
        try (Connection db = DriverManager.getConnection("jdbc:sqlite::memory:?enable_load_extension=true");
             Statement statement = db.createStatement()) {
            statement.execute("SELECT load_extension('./parquet_vtab')");
            statement.execute("SELECT parquet_attach('testdata/trips.parquet')");
            ResultSet result = statement.executeQuery("SELECT count(*) FROM trips");
            result.next();
            System.out.println(result.getInt(1));
        }
    }
}
